import ArgumentParser

struct BeaconBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beaconbench",
    abstract: "Simulate, replay and score indoor positioning with Bluetooth beacons.",
    subcommands: [InspectCommand.self])
}
