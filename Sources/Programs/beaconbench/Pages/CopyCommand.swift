import ArgumentParser
import Documents
import Foundation
import Rendering
import Results
import Sites
import World

struct CopyCommand: StudyVerb {
  static let configuration = CommandConfiguration(
    commandName: "copy", abstract: "Copy a shipped scenario and the files that it names, for editing.",
    discussion: """
      Writes the file and every shipped file that it names, and those that they name, below a folder, in the same places to one \
      another. `run NAME` there takes the copy, not the shipped file.

      Example: beaconbench copy floor35
      """)

  @Argument(
    help: ArgumentHelp(
      "The name, as list shows it, or the path of another file below scenarios, such as placement/office.",
      valueName: "name"),
    completion: .shellCommand(ListCommand.scenarios))
  var name: String

  @Option(.folder, "The folder to write. (default: the working folder)")
  var into: String?

  @OptionGroup var replacing: ReplaceOption

  @OptionGroup var options: OutputOptions

  func prepared() throws -> any PreparedStudy {
    guard let shipped = ShippedFile.named(name) else {
      let names = [Listed.Kind.scenarios, .sites, .sweeps].flatMap(Listed.shipped).map(\.name)
      throw ValidationError(
        "expected a shipped file, such as those that beaconbench list shows, found \(name)"
          + suggestion(for: name, among: names))
    }
    let copies = try CopiedFile.all(of: shipped.path, below: shipped.root, to: into ?? ".")
    try CopiedFile.write(copies, others: replacing.others())
    return Answer([.table(copies, CopiedFile.figures)], ["files": copies.figureValue.document])
  }
}

/// A shipped file and where its copy goes.
private struct CopiedFile: Described {
  let path: String
  let data: Data

  static let figures: [Figure<CopiedFile>] = [
    .init("path", "written", \.path), .init("bytes", "bytes") { $0.data.count },
  ]

  /// A file and all that it names, and so on.
  static func all(of first: String, below root: String, to folder: String) throws -> [CopiedFile] {
    var names = [first]
    var copies: [CopiedFile] = []
    while copies.count < names.count {
      let name = names[copies.count]
      let path = "\(root)/\(name)"
      guard let data = FileManager.default.contents(atPath: path) else {
        throw FileProblem(file: path, sentence: "cannot be read")
      }
      copies.append(CopiedFile(path: folder == "." ? name : "\(folder)/\(name)", data: data))
      guard name.hasSuffix(".yaml") else { continue }
      for text in try Document(contentsOf: path).texts {
        guard let other = place(of: text, namedIn: name), !names.contains(other),
          Entry(following: "\(root)/\(other)") == .file
        else { continue }
        names.append(other)
      }
    }
    return copies
  }

  /// Where the file would be that a text of another file names, without `..`; nil above the shipped folder.
  private static func place(of text: String, namedIn name: String) -> String? {
    var parts = name.split(separator: "/").dropLast()
    for part in text.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      guard parts.popLast() != nil else { return nil }
    }
    return text.hasPrefix("/") ? nil : parts.joined(separator: "/")
  }

  static func write(_ copies: [CopiedFile], others: OutputFile.Others) throws(FileProblem) {
    for copy in copies { try makeNamedFolder(Place.split(copy.path).folder) }
    try OutputFile.write(copies.map { ($0.path, $0.data) }, others: others, isZipped: true)
  }
}

extension Document {
  /// Every text in it.
  fileprivate var texts: [String] {
    switch content {
    case .text(let text): [text]
    case .array(let elements): elements.flatMap(\.texts)
    case .object(let members): members.flatMap(\.value.texts)
    default: []
    }
  }
}
