extension String {
  /// The text as one word of a shell's command line, in quotation marks only where it needs them.
  package var shellWord: String {
    !isEmpty
      && unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789/._-=+,:@%".unicodeScalars.contains($0))
      }
      ? self : "'" + replacing("'", with: "'\\''") + "'"
  }
}
