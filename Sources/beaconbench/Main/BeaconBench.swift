import ArgumentParser
import Comparisons
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
      CopyCommand.self,
      ReplayCommand.self,
      ScoreCommand.self,
      SurveyCommand.self,
      SimulateCommand.self,
      AirCommand.self,
      InspectCommand.self,
      EncodeCommand.self,
    ] + StudyVerbs.all + [
      SweepCommand.self,
      SiteCommand.self,
      CompareCommand.self,
      ExplainCommand.self,
      ExportCommand.self,
      PlotCommand.self,
      ReportCommand.self,
      AgentCommand.self,
      ServeCommand.self,
    ])
}
