import ArgumentParser
import Comparisons
import Results

struct BeaconBench: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "beaconbench",
    abstract: "Simulate and replay Bluetooth beacons, and score indoor positioning with them.",
    discussion: """
      Example: beaconbench run floor35
      Example: beaconbench report results/floor35/seed1-laps300
      Example: beaconbench run floor35 --method nearest --method 'mine=exec:python3 mine.py'
      """,
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
          SimulateCommand.self, InspectCommand.self, EncodeCommand.self, SurveyCommand.self,
        ] + StudyVerbs.ofRecordings + Annex.all.verbs(in: .record)),
      CommandGroup(
        name: "Study and plan",
        subcommands: StudyVerbs.ofMethods + [SweepCommand.self, SiteCommand.self]
          + Annex.all.verbs(in: .study)),
      CommandGroup(
        name: "Show",
        subcommands: [
          ListCommand.self, CopyCommand.self, DataCommand.self, PlotCommand.self, ReportCommand.self,
          ExportCommand.self,
        ]),
      CommandGroup(name: "Serve", subcommands: [ServeCommand.self] + Annex.all.verbs(in: .serve)),
    ])

  /// What to type first.
  static let welcome = """
    BeaconBench simulates and replays Bluetooth beacons, and scores indoor positioning with them.

      beaconbench run floor35                               a walk among 35 beacons, six pipelines
      beaconbench report results/floor35/seed1-laps300      these results as a web page
      beaconbench list                                      all scenarios, data sets and methods
      beaconbench run floor35 --method nearest              another method on the same walk
      beaconbench replay RECORDING --scenario SCENARIO      a recording in place of the simulation
      beaconbench place PLAN --beacons 20                   where to mount beacons in a building

    beaconbench --help lists all commands, and beaconbench run --help the options of one.
    """

  /// The parser's help, whose groups of verbs it calls subcommands.
  static func withGroups(_ help: String) -> String { help.replacing(" SUBCOMMANDS:\n", with: ":\n") }
}
