import Foundation

/// A program that may be installed, and with which our own reading and writing is compared.
struct Tool {
  let path: String

  static let tshark = Tool(named: "tshark")
  static let btmon = Tool(named: "btmon")
  static let gzip = Tool(named: "gzip")

  init(named name: String) {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin").split(separator: ":")
    path = folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) } ?? ""
  }

  var isInstalled: Bool { !path.isEmpty }

  /// What it prints; its complaints on standard error are left out.
  ///
  /// - Throws: ``ToolFailure`` when it ends with another status than 0.
  func output(_ arguments: [String]) throws -> String {
    String(decoding: try bytes(arguments), as: UTF8.self)
  }

  /// Some bytes as gzip zips them.
  func zipped(_ bytes: [UInt8], _ options: [String] = []) throws -> [UInt8] {
    let file = try TemporaryFile(bytes)
    return [UInt8](try self.bytes(["-c"] + options + [file.path]))
  }

  func bytes(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw ToolFailure(status: process.terminationStatus) }
    return data
  }
}

struct ToolFailure: Error {
  let status: Int32
}

/// A file that goes when its owner does: this is why it is a class.
final class TemporaryFile: Sendable {
  let path: String

  init(_ bytes: [UInt8]) throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "beaconbench-\(UUID().uuidString)")
    path = url.path
    try Data(bytes).write(to: url)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}
