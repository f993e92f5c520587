import ArgumentParser
import Foundation
import World

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Start the server that stores and shows what receivers and apps report.",
    discussion: """
      Starts beaconbench-server, a separate program that must be in the same folder as this one, with the arguments that follow. \
      `make server` builds it. docs/server.md describes it.

      Example: beaconbench serve --database ward.sqlite --port 8080
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Arguments of beaconbench-server, such as --port 8080; docs/server.md lists them.",
      valueName: "arguments"))
  var arguments: [String] = []

  func run() throws {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let program = URL(filePath: own).deletingLastPathComponent().appending(path: "beaconbench-server").path
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv(program, &words)
    // Whoever comes here was not replaced.
    let code = errno
    guard code == ENOENT else { throw FileProblem(file: program, systemError: code) }
    throw FileProblem(file: program, sentence: "no such program; make server builds it")
  }
}
