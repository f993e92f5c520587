package import Documents
import Results
import Sites

extension Reproduction {
  /// An experiment of which few numbers were published, but some statements.
  package struct Figure: DeclaredSettings {
    /// Its name in reports.
    package var name = ""
    /// The number of laps of one experiment, and how often the experiment is repeated.
    package var laps = 1
    /// How often the experiment is repeated; 2 or more.
    package var experiments = 2
    /// The published statements; one or more.
    package var statements: [Statement] = []
    /// The settings with which the experiment is repeated; one or more.
    package var settings: [Setting] = []
    var path = ""

    /// Without a name, statements and settings.
    package init() {}
    /// In the order of the schema.
    package static let keys: [SettingKey<Figure>] = [
      .required("name", \.name, .text(.line), "The name of the experiment."),
      .required("scenario", \.path, .file, "The file, relative to this file."),
      .required("laps", \.laps, .integer(.between(1, 1_000_000)), "The number of laps of one experiment."),
      .required("experiments", \.experiments, .integer(.between(2, 10_000)), "The number of repetitions."),
      .required(
        "statements", \.statements, .list(of: Statement.form, count: .atLeast(1)), "The published statements."
      ),
      .required(
        "settings", \.settings, .list(of: .settings, count: .atLeast(1)),
        "The settings with which the experiment is repeated."),
    ]

    /// One way to simulate the experiment.
    package struct Setting: DeclaredSettings {
      /// Its name in reports.
      package var name = ""
      var variation = Variation()
      var scenario: Document = [:]

      /// The scenario as it is.
      package init() {}
      /// In the order of the schema.
      package static let keys: [SettingKey<Setting>] = [
        .required("name", \.name, .text(.line), "The name of the setting."),
        .defaulted("set", \.variation, Variation.form, Variation.about),
      ]
    }
  }

  /// A published statement about the mean errors of an experiment.
  package enum Statement: Hashable, Sendable {
    case mean(Mean)
    /// The first pipelines have the smallest means, in whatever order.
    case best([String])

    /// The mean error of a pipeline, in metres, within a tolerance.
    package struct Mean: DeclaredSettings {
      var pipeline = ""
      var metres = 0.0
      var tolerance = 1.0

      /// No pipeline.
      package init() {}
      /// In the order of the schema.
      package static let keys: [SettingKey<Mean>] = [
        .required("pipeline", \.pipeline, .text(), "The pipeline of the mean error."),
        .required("metres", \.metres, .number(.atLeast(0)), unit: "m", "The published mean."),
        .required("tolerance", \.tolerance, .number(.above(0)), unit: "m", "The tolerance."),
      ]
    }

    static let form = SettingForm.union([
      SettingVariant(
        "mean", .settings, as: { Statement.mean($0) },
        from: { if case .mean(let mean) = $0 { mean } else { nil } }, "The mean of a pipeline."),
      SettingVariant(
        "best", .one("pipelines", .list(of: .text(), count: .atLeast(1)), "The pipelines, in any order."),
        as: { .best($0) }, from: { if case .best(let pipelines) = $0 { pipelines } else { nil } },
        "These have the smallest means."),
    ])

    /// `moving average within 0.5 m of 4 m`.
    package var text: String {
      switch self {
      case .mean(let mean): "\(mean.pipeline) within \(mean.tolerance) m of \(mean.metres) m"
      case .best(let pipelines): "the best \(pipelines.count) are \(WordList.text(pipelines))"
      }
    }

    /// Whether the statement holds for an experiment; nil where a mean is missing.
    func holds(of means: [String: Double]) -> Bool? {
      switch self {
      case .mean(let mean):
        return means[mean.pipeline].map { ($0 - mean.metres).magnitude <= mean.tolerance }
      case .best(let pipelines):
        let best = pipelines.compactMap { means[$0] }
        let others = means.filter { !pipelines.contains($0.key) }.map(\.value)
        guard best.count == pipelines.count, let worst = best.max() else { return nil }
        return others.allSatisfy { $0 > worst }
      }
    }
  }
}
