import Files
import Foundation
import World

/// One file that is fetched by curl, resumed where an earlier attempt ended, and takes its place only with the right digest.
struct Download {
  /// Of HTTP or HTTPS.
  let address: String
  /// Where the file will be; until then its octets are in the file of this name with `.part` behind it.
  let path: String
  /// Nil where only the digest is known.
  let bytes: Int?
  /// In lower-case hexadecimal.
  let sha256: String

  /// The most octets of a file whose size is not known.
  static let most = 1 << 31

  /// The size of what servers say in place of a file that they do not have, at most, so that it is their words that are heard.
  private static let page = 1 << 20

  var part: String { path + ".part" }

  /// Fetches what is missing, and checks it.
  ///
  /// - Returns: whether an earlier attempt was resumed.
  /// - Throws: `FileProblem`; a file that is not the one declared is removed, one that is not complete stays to be resumed.
  func fetch() throws(FileProblem) -> Bool {
    let before = size
    if let bytes, before > bytes { unlink(part.fileName) }
    let resumed = size > 0
    if bytes == nil || size < bytes ?? 0 || before == 0 { try transfer(mayRestart: resumed) }
    try check()
    return resumed
  }

  private var size: Int {
    var status = stat()
    return stat(part.fileName, &status) == 0 ? Int(status.st_size) : 0
  }

  private func transfer(mayRestart: Bool) throws(FileProblem) {
    // What an earlier attempt fetched of a file of unknown size may be all of it.
    if bytes == nil, size > 0, try FileDigest.sha256(ofFile: part) == sha256 { return }
    guard let ended = Curl.run(configuration), ended.status != 127 else {
      throw FileProblem(file: address, expected: "the program curl on the PATH", found: "none")
    }
    guard ended.status != 0 else { return }
    // The server has no more than is here (22, for 416), or cannot resume (33, 36): from the beginning, once.
    if mayRestart, [22, 33, 36].contains(ended.status) {
      unlink(part.fileName)
      return try transfer(mayRestart: false)
    }
    throw FileProblem(
      file: address,
      sentence:
        "not fetched: \(ended.reason.map { $0.printable() } ?? "curl ended with status \(ended.status)")")
  }

  /// Neither other protocols nor more octets than are expected, and no waiting for a server that has fallen silent.
  var configuration: String {
    """
    url = \(Curl.quoted(address))
    output = \(Curl.quoted(part))
    continue-at = -
    max-filesize = \(max(bytes ?? Self.most, Self.page))
    proto = "=http,https"
    proto-redir = "=http,https"
    location
    fail
    silent
    show-error
    globoff
    create-dirs
    connect-timeout = 30
    speed-limit = 1
    speed-time = 60

    """
  }

  private func check() throws(FileProblem) {
    // curl makes no file for none of its octets.
    if size == 0, bytes == 0 { _ = FileManager.default.createFile(atPath: part, contents: nil) }
    let size = size
    if let bytes, size != bytes {
      unlink(part.fileName)
      throw FileProblem(file: address, expected: "\(bytes) bytes", found: "\(size)")
    }
    let digest = try FileDigest.sha256(ofFile: part)
    guard digest == sha256 else {
      unlink(part.fileName)
      throw FileProblem(file: address, expected: "the SHA-256 digest \(sha256)", found: digest)
    }
  }

  /// Gives the file its name.
  func place() throws(FileProblem) {
    guard rename(part.fileName, path.fileName) == 0 else { throw FileProblem(file: path, systemError: errno) }
  }
}
