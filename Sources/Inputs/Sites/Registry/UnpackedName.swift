/// Paths of files that others name.
enum UnpackedName {
  /// Whether a path is relative, has no empty part and none that climbs, and can stand on one line.
  static func staysInFolder(_ path: String) -> Bool {
    let parts = path.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }
    return parts.allSatisfy { !["", ".", ".."].contains($0) }
      && path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
  }
}
