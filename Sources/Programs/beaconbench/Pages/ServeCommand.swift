import ArgumentParser
import Foundation
import World

#if SERVER
  import ServerProgram
#endif

struct ServeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve", abstract: "Start the server that stores and shows what receivers and apps report.",
    discussion: """
      Starts the server with the arguments that follow: the program of a wheel or of `make dist` holds it; a program from source \
      starts beaconbench-server in its own folder, which `make server` builds. docs/server.md describes it.

      Example: beaconbench serve --database ward.sqlite --port 8080
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp(
      "Arguments of the server, such as --port 8080; docs/server.md lists them.",
      valueName: "arguments"))
  var arguments: [String] = []

  func run() throws {
    let own = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    #if SERVER
      let (program, name) = (own, ServerProgram.name)
    #else
      let program = URL(filePath: own).deletingLastPathComponent().appending(path: "beaconbench-server").path
      let name = program
    #endif
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    execv(program, &words)
    // Whoever comes here was not replaced.
    let code = errno
    guard code == ENOENT else { throw FileProblem(file: program, systemError: code) }
    throw FileProblem(
      file: program,
      sentence:
        "no such program: run make server in the folder of the sources, or install the wheel, whose program holds the server"
    )
  }
}
