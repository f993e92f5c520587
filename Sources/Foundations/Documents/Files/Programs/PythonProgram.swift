import World

/// A program in Python that lies as a file of its own in the resources of a module.
package struct PythonProgram: Sendable {
  /// Why there is no output.
  package struct Failure: Error, Hashable, Sendable {
    /// Whether there is no such Python, or it lacks the package.
    package let isMissing: Bool
    /// The start of a sentence, or all of it.
    package let reason: String

    package init(isMissing: Bool, reason: String) { (self.isMissing, self.reason) = (isMissing, reason) }
  }

  /// The exit status of a program whose package is missing.
  private static let missingStatus: Int32 = 3

  private let text: String
  private let package: String
  private let limits: BoundedProgram.Limits

  /// - Parameters:
  ///   - text: in UTF-8.
  ///   - package: what it imports, or else ends with status 3.
  package init(_ text: [UInt8], needs package: String, within limits: BoundedProgram.Limits) {
    (self.text, self.package, self.limits) = (String(decoding: text, as: UTF8.self), package, limits)
  }

  /// What it prints.
  ///
  /// - Parameter python: an interpreter, isolated from the user's own settings and packages, and from what lies in the working folder.
  package func output(
    of words: [String] = [], input: BoundedProgram.Input = .nothing, by python: String
  ) throws(Failure) -> [UInt8] {
    let name = python.printable()
    let ended: BoundedProgram.Ended
    do throws(BoundedProgram.Failure) {
      ended = try BoundedProgram.run([python, "-I", "-c", text] + words, input: input, within: limits)
    } catch {
      throw Failure(isMissing: false, reason: "\(name) \(error.reason)")
    }
    switch ended.status {
    case 0: return ended.output
    case Self.missingStatus: throw Failure(isMissing: true, reason: "\(name) has no package \(package)")
    case 126, 127: throw Failure(isMissing: true, reason: "\(name) cannot be started")
    default:
      let last = String(decoding: ended.errors, as: UTF8.self).split(separator: "\n").last
      throw Failure(isMissing: false, reason: String((last ?? "no reason given").prefix(200)).printable())
    }
  }
}
