import Foundation
import TestSupport

/// A file of the checkout, such as `scenarios/sites/floor35.yaml`.
func inCheckout(_ path: String) -> String { Checkout.path(path) }

/// The files of a folder of the checkout, in the order of their names.
func files(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: inCheckout(folder)).sorted().map { "\(folder)/\($0)" }
}

/// A folder for the files of one test, which goes when the value does.
final class Scratch {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "SitesTests-\(UUID().uuidString)")
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
    return "\(error)".replacing(/[^ ]*SitesTests-[0-9A-F-]+\//, with: "")
  }
}
