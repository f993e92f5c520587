import Foundation
import TestSupport

/// A file of the checkout, such as `scenarios/sites/floor35.yaml`.
func inCheckout(_ path: String) -> String { Checkout.path(path) }

/// The files of a folder of the checkout, in the order of their names.
func files(in folder: String) throws -> [String] {
  try FileManager.default.contentsOfDirectory(atPath: inCheckout(folder)).sorted().map { "\(folder)/\($0)" }
}

extension TemporaryFolder {
  /// Writes a file and gives its path.
  func file(_ name: String, _ text: String) throws -> String {
    try write(text, to: name)
    return path(name)
  }
}

/// The sentence of the error that something throws, without the temporary folder; empty when it throws none.
func sentence(_ work: () throws -> Void) -> String {
  refusal(of: work).replacing(/[^ ]*beaconbench-[0-9A-F-]+\//, with: "")
}
