import Foundation

/// The checkout that the tests were built from.
public enum Checkout {
  /// A file of the checkout by its path from the top.
  public static func path(_ name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: name).path
  }
}
