import Calibrating
import Comparisons
import Context
import Results
import Sweeping

/// The verbs of studies, in the order of the help, and what an agent may ask for.
enum StudyVerbs {
  static let tools =
    [
      VerbTool(ListCommand.self, onlyReads: true),
      VerbTool(SiteCheckCommand.self, as: "check_site", onlyReads: true),
      VerbTool(
        RunCommand.self, as: "run_scenario",
        shown: ["scenario", "laps", "scores", "differences", "verdicts", "notes", "advertisements"]),
      VerbTool(CompareCommand.self, as: "compare_results", onlyReads: true),
      VerbTool(ExplainCommand.self, as: "explain_results"),
      VerbTool(SweepRunCommand.self, as: "sweep_key"),
    ]
    + (ofRecordings + ofMethods).map { VerbTool($0) }
    + Annex.all.verbs(in: .study).flatMap(VerbTool.all(below:))

  /// Those whose help stands beside the verbs that record.
  static let ofRecordings: [any StudyVerb.Type] = [CalibrateCommand.self]

  static let ofMethods: [any StudyVerb.Type] = [
    TwinCommand.self,
    SensitivityCommand.self,
    NavigateCommand.self,
    MethodsCommand.self,
    ChooseCommand.self,
    PowerCommand.self,
    PlaceCommand.self,
    ContextCommand.self,
    ReproduceCommand.self,
  ]
}
