import Foundation
import World

/// A file of this project that a verb reads where none is named.
enum CheckoutFile {
  /// Looks whether the program runs in the checkout.
  ///
  /// - Throws: `FileProblem` where it does not.
  static func check(_ paths: [String]) throws(FileProblem) {
    for path in paths where !FileManager.default.fileExists(atPath: path) {
      throw FileProblem(
        file: path,
        sentence:
          "no such file below \(FileManager.default.currentDirectoryPath): name another, or work in the project's folder"
      )
    }
  }
}
