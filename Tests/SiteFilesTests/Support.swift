import Foundation
import SiteFiles
import World

/// The checkout that the tests run in.
let checkout = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  .deletingLastPathComponent()

/// A file of the checkout, such as `scenarios/sites/floor35.yaml`.
func inCheckout(_ path: String) -> String { checkout.appending(path: path).path }

/// The files of a folder of the checkout, in the order of their names.
func files(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: inCheckout(folder)).sorted().map { "\(folder)/\($0)" }
}

/// A folder for the files of one test, which goes when the value does.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "SiteFilesTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// Writes a file and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    let url = folder.appending(path: name)
    try Data(text.utf8).write(to: url)
    return url.path
  }
}

/// The sentence of the error that something throws, without the scratch folder; empty when it throws none.
func sentence(_ work: () throws -> Void) -> String {
  do {
    try work()
    return ""
  } catch {
    return "\(error)".replacing(/[^ ]*SiteFilesTests-[0-9A-F-]+\//, with: "")
  }
}

/// Runs a program that the machine has, with a text as its input.
func run(_ program: [String], input: String = "") throws -> (status: Int32, output: String) {
  let scratch = try Scratch()
  let process = Process()
  process.executableURL = URL(filePath: "/usr/bin/env")
  process.arguments = program
  process.standardInput = FileHandle(forReadingAtPath: try scratch.file("input", input))
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: data, as: UTF8.self))
}

/// Python, where it is installed, as an oracle that shares no code with this project.
enum Python {
  static func run(_ program: String, input: String = "") throws -> (status: Int32, output: String) {
    try SiteFilesTests.run(["python3", "-c", program], input: input)
  }

  static let hasYAML = hasModules("yaml")
  static let hasJSONSchema = hasModules("jsonschema")

  private static func hasModules(_ names: String) -> Bool {
    (try? run("import \(names)").status) == 0
  }
}
