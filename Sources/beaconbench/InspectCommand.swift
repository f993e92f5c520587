import ArgumentParser
import Captures

struct InspectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect",
    abstract: "Say what is in a recorded capture.",
    discussion: """
      Reads btsnoop (1001, 1002, 2001), pcap and pcapng files with HCI traffic; the kind is found from the bytes. \
      A damaged file is read as far as it can be, and what cannot be read is counted with its byte offset.
      """)

  @Argument(help: "Captures; '-' is standard input.")
  var files: [String]

  @Flag(help: "Print one JSON document: an object, or an array for several files.")
  var json = false

  @Flag(help: "Make damage an error.")
  var strict = false

  func run() throws {
    let contents = try files.map { try CaptureContents(of: $0, strictness: strict ? .strict : .lenient) }
    print(json ? try CaptureContents.json(contents) : contents.map(\.table).joined(separator: "\n"))
  }
}
