import Foundation
import TestSupport
import Testing

/// A command that a page of documentation shows, with what it prints.
struct DocumentedCommand: Sendable, CustomTestStringConvertible {
  let page: String
  let line: Int
  /// Shell commands that the page needs before it and does not show.
  let preparation: [String]
  /// The files that the page shows before it, in their order.
  let files: [File]
  let command: String
  /// A line `…` stands for any number of lines, `…` within a line for any text.
  let output: [String]
  /// Whether only a release build is fast enough.
  let isSlow: Bool
  /// Whether even that takes too long.
  let isNotRun: Bool
  /// Whether it reads the recorded data beside a checkout.
  let readsSharedData: Bool

  struct File: Sendable {
    let name: String
    let text: String
  }

  var testDescription: String { "\(page):\(line): \(command)" }

  /// The commands of a page in their order, from indented blocks with lines that begin with `$ `.
  ///
  /// A page says in comments before a block, each on a line of its own, what a reader is not shown:
  /// `<!-- prepare: COMMAND -->`, `<!-- slow -->`, `<!-- not run -->` and `<!-- reads shared data -->`. The fenced block after
  /// `<!-- file: NAME -->` is a file that a reader saves under that name.
  static func all(in page: String) throws -> [DocumentedCommand] {
    var commands: [DocumentedCommand] = []
    var preparation: [String] = []
    var files: [File] = []
    var (isSlow, isNotRun, readsSharedData) = (false, false, false)
    var shown: (line: Int, command: String, output: [String])?
    func end() {
      guard let ended = shown else { return }
      let output = ended.output.reversed().drop(while: \.isEmpty).reversed()
      commands.append(
        DocumentedCommand(
          page: page, line: ended.line, preparation: preparation, files: files, command: ended.command,
          output: Array(output), isSlow: isSlow, isNotRun: isNotRun, readsSharedData: readsSharedData))
      (shown, preparation, files) = (nil, [], [])
    }
    let lines = try String(contentsOfFile: Checkout.path(page), encoding: .utf8).components(separatedBy: "\n")
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("    $ ") {
        end()
        shown = (index + 1, String(line.dropFirst(6)), [])
      } else if line.hasPrefix("    ") || line.isEmpty {
        shown?.output.append(String(line.dropFirst(4)))
      } else {
        end()
        switch line {
        case "<!-- slow -->": isSlow = true
        case "<!-- not run -->": isNotRun = true
        case "<!-- reads shared data -->": readsSharedData = true
        case _ where line.hasPrefix("<!-- prepare: ") && line.hasSuffix(" -->"):
          preparation.append(String(line.dropFirst(14).dropLast(4)))
        case _ where line.hasPrefix("<!-- file: ") && line.hasSuffix(" -->"):
          let block = lines[index...].drop { !$0.hasPrefix("```") }.dropFirst().prefix {
            !$0.hasPrefix("```")
          }
          files.append(
            File(name: String(line.dropFirst(11).dropLast(4)), text: block.map { $0 + "\n" }.joined()))
        default: (isSlow, isNotRun, readsSharedData) = (false, false, false)
        }
      }
    }
    end()
    return commands
  }

  /// Whether a text is what the page shows.
  func shows(_ printed: [String]) -> Bool { Self.matches(printed[...], output[...]) }

  private static func matches(_ printed: ArraySlice<String>, _ shown: ArraySlice<String>) -> Bool {
    guard let first = shown.first else { return printed.isEmpty }
    if first.trimmingCharacters(in: .whitespaces) == "…" {
      return (printed.startIndex...printed.endIndex).contains {
        matches(printed[$0...], shown.dropFirst())
      }
    }
    guard let line = printed.first, isLine(line, first) else { return false }
    return matches(printed.dropFirst(), shown.dropFirst())
  }

  private static func isLine(_ printed: String, _ shown: String) -> Bool {
    let parts = shown.components(separatedBy: "…")
    guard parts.count == 2 else { return printed == shown }
    return printed.count >= shown.count - 1 && printed.hasPrefix(parts[0]) && printed.hasSuffix(parts[1])
  }
}

/// What the documentation shows is what the program prints.
@Suite struct DocumentedOutputTests {
  /// `make documented` names the release build here; commands that are slow run with that one only.
  static let release = ProcessInfo.processInfo.environment["BEACONBENCH_PROGRAM"]

  private static let pages: [String] =
    ["README.md"] + ((try? Checkout.files(in: "docs", ending: ".md")) ?? [])

  /// The page of whole outputs, which is written from them when golden files are recorded.
  private static let whole = "docs/outputs.md"

  @Test(arguments: pages)
  func `each command prints what the page shows`(page: String) async throws {
    let isRecorded = page == Self.whole && ProcessInfo.processInfo.environment["RECORD_GOLDEN"] == "1"
    let folder = try Self.folder()
    var outputs: [(command: DocumentedCommand, lines: [String])] = []
    for command in try DocumentedCommand.all(in: page) {
      if command.readsSharedData, !SharedData.isPresent { continue }
      if command.isNotRun || command.isSlow && Self.release == nil { continue }
      for preparation in command.preparation {
        _ = try Self.shell(preparation, in: folder)
      }
      for file in command.files { try folder.write(file.text, to: file.name) }
      let printed = try Self.shell(command.command, in: folder)
      let lines = printed.isEmpty ? [] : printed.components(separatedBy: "\n")
      #expect(
        isRecorded || command.shows(lines), "\(command.testDescription) prints:\n\(printed)")
      outputs.append((command, lines))
    }
    if isRecorded { try Self.record(outputs, in: page) }
  }

  /// Writes what commands print below them.
  private static func record(_ outputs: [(command: DocumentedCommand, lines: [String])], in page: String)
    throws
  {
    var lines = try String(contentsOfFile: Checkout.path(page), encoding: .utf8).components(separatedBy: "\n")
    for (command, printed) in outputs.reversed() {
      let shown = command.line..<command.line + command.output.count
      lines.replaceSubrange(shown, with: printed.map { $0.isEmpty ? "" : "    " + $0 })
    }
    try lines.joined(separator: "\n").write(toFile: Checkout.path(page), atomically: true, encoding: .utf8)
    Issue.record("wrote \(page); run again without RECORD_GOLDEN")
  }

  /// A folder from which commands find the scenarios as from the checkout.
  static func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in ["README.md", "scenarios"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name), withDestinationPath: Checkout.path(name))
    }
    return folder
  }

  /// Standard output and standard error of a shell command, without the end of the last line.
  static func shell(_ command: String, in folder: TemporaryFolder) throws -> String {
    let program = release ?? Program.path
    let process = Process()
    process.executableURL = URL(filePath: "/bin/bash")
    process.arguments = ["-c", "exec 2>&1; shopt -s expand_aliases; " + command]
    process.currentDirectoryURL = URL(filePath: folder.path)
    let tools = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    process.environment = [
      "PATH": "\(URL(filePath: program).deletingLastPathComponent().path):\(tools)",
      "BEACONBENCH_DATASETS": Checkout.path("../shared/data/datasets"), "SHARED": Checkout.path("../shared"),
    ]
    process.standardInput = FileHandle.nullDevice
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let bytes = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    // How far a long study has come is no part of what a page shows.
    let text = String(decoding: bytes, as: UTF8.self)
      .replacing(/beaconbench: \d+ of \d+ [a-z]+, \d+ %.*\n/, with: "")
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }
}
