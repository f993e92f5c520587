import Foundation
import TestSupport
import Testing

/// Whatever is wrong with the input: one sentence on standard error, nothing on standard output, status 2, and no
/// file or folder that was not there before.
@Suite struct BadInputTests {
  struct Case: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Given to the program, separated by spaces.
    let arguments: String
    /// All that it may say, behind the name of the program; `<count>` is any number.
    let sentence: String
    /// Files that are changed before: text that must be there, and what takes its place.
    var edits: [(file: String, text: String, replacement: String)] = []
    /// What else is made ready, by commands of the program or otherwise.
    var prepare: @Sendable (TemporaryFolder) async throws -> Void = { _ in }

    init(
      _ name: String, _ arguments: String, _ sentence: String,
      edits: [(file: String, text: String, replacement: String)] = [],
      prepare: @escaping @Sendable (TemporaryFolder) async throws -> Void = { _ in }
    ) {
      testDescription = name
      self.arguments = arguments
      self.sentence = sentence
      self.edits = edits
      self.prepare = prepare
    }

    /// A change of one file, and the sentence about it.
    static func edit(
      _ file: String, _ text: String, to replacement: String, _ sentence: String, run arguments: String
    ) -> Case {
      Case(
        "\(file): \(replacement)", arguments, sentence, edits: [(file, text, replacement)])
    }
  }

  static func scenario(_ text: String, to replacement: String, _ sentence: String) -> Case {
    .edit("tiny.yaml", text, to: replacement, sentence, run: "run tiny.yaml")
  }

  static func site(_ text: String, to replacement: String, _ sentence: String) -> Case {
    .edit("site.yaml", text, to: replacement, sentence, run: "run tiny.yaml")
  }

  @Test(
    arguments: inScenarios + inSites + inCaptures + inOptions + inFaults + inPlacement + inPlaces + inDatasets
      + inMethods + inNavigation + inComparisons + inChanges + ofNewUsers
      + ofOutsiders + ofPlans)
  func `gives one sentence and nothing else`(_ bad: Case) async throws {
    let folder = try SmallFiles.folder()
    try await bad.prepare(folder)
    for edit in bad.edits {
      let text = try folder.read(edit.file)
      try #require(text.contains(edit.text))
      try folder.write(text.replacing(edit.text, with: edit.replacement, maxReplacements: 1), to: edit.file)
    }
    let before = try folder.contents
    let arguments = bad.arguments.split(separator: " ").map { $0 == "''" ? "" : String($0) }
    let outcome = try await Program.run(arguments, in: folder)
    // How many advertisements a lap has is not for this test to know.
    let errors = outcome.errors.replacing(
      /them in \d+ advertisements/, with: "them in <count> advertisements")
    #expect(errors == "beaconbench: \(bad.sentence)\n")
    #expect(outcome.output == "")
    #expect(outcome.status == 2 && !outcome.wasKilled)
    #expect(try folder.contents == before)
  }
}
