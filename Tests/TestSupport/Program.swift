package import Foundation
package import Testing

/// What the built program did.
package struct Outcome {
  package let status: Int32
  /// Whether a signal ended it.
  package let wasKilled: Bool
  package let output: String
  package let errors: String

  package init(status: Int32, wasKilled: Bool, output: String, errors: String) {
    (self.status, self.wasKilled, self.output, self.errors) = (status, wasKilled, output, errors)
  }

  /// The output without the breaks that keep its lines from growing too wide.
  package var unwrapped: String { output.replacing("\n  ", with: " ") }
}

/// Waits until something holds; the time limit of the suite ends a test that waits in vain.
package func wait(until condition: () throws -> Bool) async throws {
  while try !condition() { try await Task.sleep(for: .milliseconds(20)) }
}

/// The program `beaconbench` that was built beside these tests.
package enum Program {
  /// The program's file, in the folder of the program that runs the tests.
  package static let path: String = {
    let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    return URL(filePath: tests ?? "").deletingLastPathComponent().appending(path: "beaconbench").path
  }()

  /// Starts it in a folder, with outputs that go to files there.
  ///
  /// - Parameters:
  ///   - columns: what COLUMNS holds, if anything.
  ///   - program: a copy that lies elsewhere.
  ///   - ending: is called when it has ended.
  package static func start(
    _ arguments: [String], in folder: TemporaryFolder, columns: Int? = nil,
    environment: [String: String] = [:], program: String = path,
    ending: @escaping @Sendable (Process) -> Void = { _ in }
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder.path)
    process.environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"]
    process.environment?["COLUMNS"] = columns.map { "\($0)" }
    for (name, value) in environment { process.environment?[name] = value }
    process.standardInput = FileHandle.nullDevice
    try folder.write("", to: ".output")
    try folder.write("", to: ".errors")
    let outputs = [".output", ".errors"].map { FileHandle(forWritingAtPath: folder.path($0)) }
    (process.standardOutput, process.standardError) = (outputs[0], outputs[1])
    process.terminationHandler = ending
    // A process that has ended keeps its handles, and with some 1,300 open ones `run` itself fails.
    defer { for output in outputs { try? output?.close() } }
    try process.run()
    return process
  }

  /// Runs it to its end.
  package static func run(
    _ arguments: [String], in folder: TemporaryFolder, columns: Int? = nil,
    environment: [String: String] = [:], program: String = path
  ) async throws -> Outcome {
    let (status, wasKilled) = try await withCheckedThrowingContinuation { continuation in
      do {
        _ = try start(
          arguments, in: folder, columns: columns, environment: environment, program: program
        ) {
          continuation.resume(
            returning: ($0.terminationStatus, $0.terminationReason == .uncaughtSignal))
        }
      } catch {
        continuation.resume(throwing: error)
      }
    }
    return Outcome(
      status: status, wasKilled: wasKilled, output: try folder.read(".output"),
      errors: try folder.read(".errors"))
  }
}

extension TemporaryFolder {
  /// Runs the program there with the words of a line.
  package func run(_ line: String, columns: Int? = nil, environment: [String: String] = [:]) async throws
    -> Outcome
  {
    try await Program.run(
      line.split(separator: " ").map(String.init), in: self, columns: columns, environment: environment)
  }

  /// The same, of a line with which the program must succeed.
  @discardableResult package func succeed(
    _ line: String, environment: [String: String] = [:], at place: SourceLocation = #_sourceLocation
  ) async throws -> Outcome {
    let outcome = try await run(line, environment: environment)
    #expect(outcome.status == 0, "\(line): \(outcome.errors)\(outcome.output)", sourceLocation: place)
    return outcome
  }

  /// What lies in it, but for what the program said.
  package var contents: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: path).filter { !$0.hasPrefix(".") }.sorted()
    }
  }

  package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

  package func bytes(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: path(name))) }

  package func write(_ data: Data, to name: String) throws { try data.write(to: URL(filePath: path(name))) }
}
