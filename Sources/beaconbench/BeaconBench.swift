import ArgumentParser
import Results
import Studies

struct BeaconBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beaconbench",
    abstract: "Simulate, replay and score indoor positioning with Bluetooth beacons.",
    version: "\(Provenance.version) (\(ProgramCommit.ofThisProgram))",
    subcommands: [
      RunCommand.self, ReplayCommand.self, SimulateCommand.self, InspectCommand.self, EncodeCommand.self,
      CalibrateCommand.self, TwinCommand.self, SensitivityCommand.self, FaultsCommand.self,
      SiteCommand.self, CompareCommand.self, ReproduceCommand.self,
    ])
}
