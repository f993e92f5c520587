import ArgumentParser
import Calibrating
import Comparisons
import Context
import Placement
import Reproducing
import Results
import Runs

struct BeaconBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beaconbench",
    abstract: "Simulate and replay Bluetooth beacons, and score indoor positioning with them.",
    version: "\(Provenance.version) (\(ProgramCommit.ofThisProgram))",
    subcommands: [
      RunCommand.self,
      ListCommand.self,
      ReplayCommand.self,
      ScoreCommand.self,
      SurveyCommand.self,
      SimulateCommand.self,
      InspectCommand.self,
      EncodeCommand.self,
      CalibrateCommand.self,
      TwinCommand.self,
      SensitivityCommand.self,
      FaultsCommand.self,
      NavigateCommand.self,
      MethodsCommand.self,
      SweepCommand.self,
      PlaceCommand.self,
      SiteCommand.self,
      ContextCommand.self,
      CompareCommand.self,
      ExplainCommand.self,
      ExportCommand.self,
      PlotCommand.self,
      ReportCommand.self,
      ReproduceCommand.self,
      AgentCommand.self,
      ServeCommand.self,
    ])
}
