import ArgumentParser
import Comparisons
import Results
import Runs

struct BeaconBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beaconbench",
    abstract: "Simulate and replay Bluetooth beacons, and score indoor positioning with them.",
    version: "\(Provenance.version) (\(ProgramCommit.ofThisProgram))",
    groupedSubcommands: [
      CommandGroup(
        name: "Evaluate methods",
        subcommands: [
          RunCommand.self, ReplayCommand.self, ScoreCommand.self, CompareCommand.self, ExplainCommand.self,
        ]),
      CommandGroup(
        name: "Record",
        subcommands: [
          SimulateCommand.self, AirCommand.self, InspectCommand.self, EncodeCommand.self, SurveyCommand.self,
        ] + StudyVerbs.ofRecordings),
      CommandGroup(
        name: "Study and plan",
        subcommands: StudyVerbs.ofMethods + [BenchmarkCommand.self, SweepCommand.self, SiteCommand.self]),
      CommandGroup(
        name: "Show",
        subcommands: [
          ListCommand.self, CopyCommand.self, DataCommand.self, PlotCommand.self, ReportCommand.self,
          ExportCommand.self,
        ]),
      CommandGroup(name: "Serve", subcommands: [ServeCommand.self, AgentCommand.self]),
    ])

  /// The parser's help, whose groups of verbs it calls subcommands.
  static func withGroups(_ help: String) -> String { help.replacing(" SUBCOMMANDS:\n", with: ":\n") }
}
