import ArgumentParser

struct ReproduceCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reproduce",
    abstract: "Simulate published experiments and hold their figures against the result.",
    discussion:
      "Exits with status 1 when a scenario that is made to match a published figure no longer does.",
    subcommands: [ReproduceFingerprintCommand.self])
}
