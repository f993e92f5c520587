import Foundation

/// A run of the program that lies beside this one.
enum Child {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// What the program took, started by a copy of this process that has done nothing else: a child's largest memory counts that of its
  /// parent at its start.
  ///
  /// - Throws: the program is missing, or ended with another status than 0.
  static func run(_ arguments: [String]) throws -> Job.Usage {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = [word] + arguments
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let numbers = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
    guard numbers.count == 2 else {
      throw Failure(description: "beaconbench \(arguments.joined(separator: " ")) failed: \(text)")
    }
    return .init(nanoseconds: numbers[0], megabytes: numbers[1])
  }

  /// The first argument of that copy.
  static let word = "child"

  /// Runs the program, and prints nanoseconds of processor time and megabytes.
  static func launch(_ arguments: [String]) {
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "beaconbench").path
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var child = pid_t()
    let error = posix_spawn(&child, program, &actions, nil, &words, environ)
    guard error == 0 else { return print(program, String(cString: strerror(error))) }
    var (status, usage) = (Int32(0), rusage())
    wait4(child, &status, 0, &usage)
    guard status == 0 else { return print("status", status) }
    func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) * 1e-6 }
    print((seconds(usage.ru_utime) + seconds(usage.ru_stime)) * 1e9, Double(usage.ru_maxrss) / 1024)
  }
}
