package import Documents
package import World

/// A folder of files that are being written, under a hidden name beside the place that it takes whole or not at all; prepared files
/// are removed unless they are committed.
package struct PreparedFolder {
  private let own: OwnFolder
  private let replacement: Replacement

  /// - Throws: where nothing can be made beside the place.
  fileprivate init(_ own: OwnFolder) throws(FileProblem) {
    self.own = own
    do {
      try makeFolder(Place.split(own.path).folder)
      replacement = try Replacement(of: Place(own.path), .folder(holds: own.holds))
    } catch {
      throw FileProblem(of: error, at: own.path)
    }
  }

  /// Begins one of its files, which may then be written piece by piece.
  ///
  /// - Parameter name: one that the folder may hold, each once.
  package func file(named name: String) throws(FileProblem) -> PreparedFile {
    precondition(own.holds(name), "\(name) is none of the files that may be replaced")
    return try replacement.file(named: name, at: own.path)
  }

  /// Writes whole files.
  package func write(_ files: [(name: String, text: String)]) throws(FileProblem) {
    for (name, text) in files {
      let written = try file(named: name)
      try written.append(Octets(text))
      try written.finish()
    }
  }

  /// Puts the folder in its place, when every file in it is finished.
  package func commit() throws(FileProblem) {
    do { try Replacement.commit([replacement]) } catch { throw FileProblem(of: error.problem, at: own.path) }
  }
}

/// What may be replaced at a place: a folder that holds nothing but files of one kind, or nothing.
package struct OwnFolder: Sendable {
  /// As the user named it.
  package let path: String
  /// What may be there, as the end of "expected …".
  let expected: String
  /// Whether a file of this name may be in it.
  let holds: @Sendable (String) -> Bool

  package init(_ path: String, expected: String, holds: @escaping @Sendable (String) -> Bool) {
    (self.path, self.expected, self.holds) = (path, expected, holds)
  }

  /// The refusal of what was found instead.
  package func problem(_ found: String) -> FileProblem {
    FileProblem(file: path, expected: expected, found: found)
  }

  private func unwritable(_ reason: String) -> FileProblem {
    FileProblem(file: path, sentence: "cannot be written: \(reason)")
  }

  /// Refuses a file, and a folder with anything else in it.
  package func checkContents() throws(FileProblem) {
    guard let entry = Entry(following: path) else { return }
    guard entry == .folder else { throw problem("a file") }
    if let other = Contents.foreign(in: path, holds: holds) { throw problem("one that also holds \(other)") }
  }

  /// Refuses the working folder.
  package func checkIsElsewhere() throws(FileProblem) {
    guard FileIdentity(of: path) != FileIdentity(of: ".") else {
      throw FileProblem(file: path, sentence: "is the working folder, which cannot be replaced")
    }
  }

  /// Checks that the nearest existing folder above allows new folders, and the names below it.
  ///
  /// - Parameter advice: ends the sentence where the working folder cannot be written to.
  package func checkFolderAbove(advice: String = "") throws(FileProblem) {
    var above = path
    var missing: [String] = []
    while FileIdentity(of: above) == nil {
      guard Entry(at: above) != .symbolicLink else { throw unwritable("\(above) is a broken symbolic link") }
      let (folder, name) = Place.split(above)
      missing.append(name)
      above = folder
    }
    guard Entry(following: above) == .folder else { throw unwritable("\(above) is a file") }
    let most = Place.mostOctets(in: above)
    if let name = missing.first(where: { FileName.octets($0).count > most }) {
      throw unwritable(Place.tooLong(name, most).reason)
    }
    do {
      // Created and removed again: permissions alone do not suffice, as for `/proc` or a full disk.
      _ = try Replacement(of: Place(missing.last.map { "\(above)/\($0)" } ?? path), .folder(holds: holds))
    } catch {
      let name =
        above == "."
        ? "the working folder" : "the folder \(missing.isEmpty ? Place.split(path).folder : above)"
      throw unwritable("\(name) cannot be written to (\(error.reason))\(above == "." ? advice : "")")
    }
  }

  /// Begins a folder that takes the place of what is there, and makes the folders above it.
  package func prepared() throws(FileProblem) -> PreparedFolder {
    try PreparedFolder(self)
  }
}
