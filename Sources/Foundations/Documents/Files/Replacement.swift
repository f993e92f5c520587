import Glibc
public import World

/// A file or folder that is prepared under a hidden name beside its place, and takes that place whole or not at all.
///
/// What was there before is exchanged with it in one step and then removed. Where the file system cannot exchange, it is
/// renamed away first and put back on failure. Everything is on the disk before the first name changes, and the names are
/// before anything is removed.
///
/// A class, because what it has prepared goes when nothing refers to it any more.
public final class Replacement {
  /// Where the file or folder will be.
  public let place: Place
  private let contents: Contents
  private let rename: RenameCall
  private let names: HiddenName
  private let lock: Lock
  /// Of what was there before, so that no other process takes it for a leftover while it may have to be put back.
  private var oldLock: Lock?
  private var state = State.prepared

  private enum State {
    case prepared
    /// In its place, which was empty.
    case placed
    /// In its place; what was there is under this name.
    case replaced(old: String)
    /// Removed, or left to whoever looks.
    case over
  }

  /// Begins a replacement, and settles what a killed process left of an earlier one.
  ///
  /// - Throws: ``StorageProblem`` where nothing can be made beside the place.
  public convenience init(of place: Place, _ contents: Contents) throws(StorageProblem) {
    try self.init(of: place, contents, rename: .system)
  }

  /// - Parameters:
  ///   - place: where it will be.
  ///   - contents: whether a file or a folder is prepared.
  ///   - rename: the call by which it takes its place.
  /// - Throws: when nothing can be made in the folder.
  package init(of place: Place, _ contents: Contents, rename: RenameCall) throws(StorageProblem) {
    (self.place, self.contents, self.rename) = (place, contents, rename)
    names = HiddenName(of: place)
    Leftovers.settle(beside: place, contents, rename: rename)
    lock = try Self.made(beside: place, names, contents)
  }

  private static func made(
    beside place: Place, _ names: HiddenName, _ contents: Contents
  ) throws(StorageProblem) -> Lock {
    while true {
      let path = Place(folder: place.folder, name: names.fresh(.new)).path
      if let lock = try Lock.making(path, contents) { return lock }
    }
  }

  /// Where it is prepared; after an exchange, what was there before.
  private var hidden: String { lock.path }

  deinit {
    if case .prepared = state { contents.remove(at: hidden) }
  }

  /// Appends to a file.
  public func append(_ octets: Octets) throws(StorageProblem) {
    if let code = octets.write(to: lock.descriptor) { throw StorageProblem(code: code) }
  }

  /// Begins a file in a folder.
  ///
  /// - Parameter path: of the folder, as a sentence names it; nil for its place.
  public func file(named name: String, at path: String? = nil) throws(FileProblem) -> PreparedFile {
    try PreparedFile(named: name, in: lock.descriptor, at: path ?? place.path)
  }

  /// Puts replacements into their places: all, or none unless the process is killed between them.
  ///
  /// - Throws: ``StorageProblem``, with the index of the replacement that failed; everything is then as it was before.
  public static func commit(_ replacements: [Replacement]) throws(Failure) {
    var count = 0
    do throws(StorageProblem) {
      for (index, replacement) in replacements.enumerated() {
        count = index
        try replacement.finish()
      }
      for (index, replacement) in replacements.enumerated() {
        count = index
        try replacement.enter()
      }
      for (index, replacement) in replacements.enumerated() {
        count = index
        if let code = synchronise(folder: replacement.place.folder) { throw StorageProblem(code: code) }
      }
    } catch {
      for replacement in replacements.reversed() { replacement.leave() }
      throw Failure(index: count, problem: error)
    }
    for replacement in replacements { replacement.removeOld() }
  }

  /// Which of several replacements failed, and why.
  public struct Failure: Error {
    /// Counted from 0, in the order of the replacements.
    public let index: Int
    /// Why it failed.
    public let problem: StorageProblem
  }

  /// Gives a file the permissions of the one that it replaces, and waits for the disk.
  private func finish() throws(StorageProblem) {
    var status = stat()
    if case .file = contents, stat(place.path.fileName, &status) == 0 {
      fchmod(lock.descriptor, status.st_mode & 0o7777)
    }
    if let code = synchronise(lock.descriptor) { throw StorageProblem(code: code) }
  }

  private func enter() throws(StorageProblem) {
    var code = try exchange()
    // Another process may put something there, or take it away, at any moment.
    for _ in 1...10 where code == EEXIST || code == ENOENT { code = try exchange() }
    if let code { throw StorageProblem(code: code) }
    if case .replaced(let old) = state { try checkIsOwn(old) }
  }

  /// Throws when something is there that is not to be removed.
  private func checkIsOwn(_ path: String) throws(StorageProblem) {
    guard !contents.isForeign(at: path) else {
      throw StorageProblem(reason: "something else created there in the meantime")
    }
  }

  /// - Returns: The number of the error, or nil.
  private func exchange() throws(StorageProblem) -> Int32? {
    try checkIsOwn(place.path)
    oldLock = Lock.on(place.path, contents)
    let isFree = Entry(at: place.path) == nil
    if let code = rename(hidden, place.path, isFree ? .toFreeName : .exchange) {
      guard !isFree, RenameCall.isMissing(code) else { return code }
      return try exchangeInSteps()
    }
    state = isFree ? .placed : .replaced(old: hidden)
    return nil
  }

  /// Renames what is there away and itself into its place. A file's old name stays until the new one takes it.
  private func exchangeInSteps() throws(StorageProblem) -> Int32? {
    let old = Place(folder: place.folder, name: names.fresh(.old)).path
    if case .file = contents, link(place.path.fileName, old.fileName) == 0 {
      if let code = rename(hidden, place.path, .plain) {
        unlink(old.fileName)
        return code
      }
    } else {
      if let code = rename(place.path, old, .toFreeName) { return code }
      if let code = rename(hidden, place.path, .toFreeName) {
        guard rename(old, place.path, .toFreeName) == nil else {
          throw StorageProblem(reason: "\(systemMessage(code)); what was there is now \(old)")
        }
        return code
      }
    }
    state = .replaced(old: old)
    return nil
  }

  /// Undoes ``enter()``; where that fails too, both stay under their names.
  private func leave() {
    switch state {
    case .prepared, .over: return
    case .placed: state = rename(place.path, hidden, .toFreeName) == nil ? .prepared : .over
    case .replaced(let old) where old == hidden:
      state = rename(hidden, place.path, .exchange) == nil ? .prepared : .over
    case .replaced(let old):
      let isAway = rename(place.path, hidden, .toFreeName) == nil
      state = isAway && rename(old, place.path, .toFreeName) == nil ? .prepared : .over
    }
  }

  private func removeOld() {
    if case .replaced(let old) = state { contents.remove(at: old) }
    state = .over
    oldLock = nil
  }
}

/// A file of a folder that is being prepared: it can be written piece by piece, as results come.
public struct PreparedFile: ~Copyable {
  private let descriptor: Int32
  /// Of the folder, as a sentence names it.
  private let path: String

  init(named name: String, in folder: Int32, at path: String) throws(FileProblem) {
    descriptor = openat(folder, name.fileName, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
    self.path = path
    guard descriptor >= 0 else { throw problem(errno) }
  }

  private func problem(_ code: Int32) -> FileProblem {
    FileProblem(of: StorageProblem(code: code), at: path)
  }

  deinit { close(descriptor) }

  /// - Throws: when the system cannot write all of them.
  public func append(_ octets: Octets) throws(FileProblem) {
    if let code = octets.write(to: descriptor) { throw problem(code) }
  }

  /// Appends all that another file holds.
  ///
  /// - Throws: also when it is no plain file.
  public func append(contentsOf other: String) throws(FileProblem) {
    let source = open(other.fileName, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard source >= 0 else { throw problem(errno) }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      throw FileProblem(of: StorageProblem(reason: "no plain file at \(other)"), at: path)
    }
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(source, &piece, piece.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw problem(errno) }
      if count == 0 { return }
      try append(Octets(piece[..<count]))
    }
  }

  /// Waits until the disk has all of it.
  public func finish() throws(FileProblem) {
    if let code = synchronise(descriptor) { throw problem(code) }
  }
}
