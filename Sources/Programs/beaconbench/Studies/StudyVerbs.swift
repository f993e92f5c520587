import Calibrating
import Comparisons
import Context
import Reproducing
import Results
import Runs

/// The verbs of studies, in the order of the help; an agent has a tool for each. Run and explain stand elsewhere.
enum StudyVerbs {
  static let all = ofRecordings + ofMethods

  /// Those whose help stands beside the verbs that record.
  static let ofRecordings: [any StudyVerb.Type] = [CalibrateCommand.self]

  static let ofMethods: [any StudyVerb.Type] = [
    TwinCommand.self,
    SensitivityCommand.self,
    NavigateCommand.self,
    MethodsCommand.self,
    PowerCommand.self,
    PlaceCommand.self,
    ContextCommand.self,
    ReproduceCommand.self,
    SubmitCommand.self,
    VerifyCommand.self,
    BenchmarkCommand.self,
  ]
}
