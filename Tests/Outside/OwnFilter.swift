// A signal filter of one's own in a program outside the package, beside the scenario's rows. OwnFilterTests compiles and
// runs it; it imports public modules only.
import Documents
import Filtering
import Laps
import Scenarios
import World

/// The median of the latest readings.
struct MedianFilter: SignalFilter {
  struct Settings: FilterSettings {
    var window = 5

    static let defaults = Settings()
    static let name = "median"
    static let about = "The median of the latest readings."
    static let keys: [SettingKey<Settings>] = [
      .defaulted("window", \.window, .integer(.between(1, 101)), "How many readings.")
    ]
    var summary: String { "median of \(window)" }
    func makeFilter() -> any SignalFilter { MedianFilter(window: window) }
  }

  let window: Int
  private var latest: [Double] = []

  init(window: Int) { self.window = window }

  func delay(every interval: Double) -> Double { interval * Double(window - 1) / 2 }

  mutating func smooth(_ level: DBm?, at time: Double) -> DBm? {
    if let level { latest = (latest + [level.value]).suffix(window) }
    return latest.isEmpty ? nil : DBm(latest.sorted()[latest.count / 2])
  }
}

@main struct OwnFilter {
  static func main() async throws {
    // What a scenario would say of it goes through the same declaration.
    let settings = try MedianFilter.Settings(MedianFilter.Settings.schema.resolve(["window": 1]))
    print(MedianFilter.Settings { $0.window = 0 }.fault?.description ?? "no fault")

    var scenario = try Scenario(contentsOf: CommandLine.arguments[1], laps: 2)
    var own = scenario.pipelines[0]
    own.name = "median"
    own.filters = [FilterChoice(settings)]
    var plain = own
    plain.name = "no filter"
    plain.filters = []
    scenario.pipelines += [own, plain]
    guard let simulation = scenario.simulation else { return }
    let study = Study.simulated(try SimulatedStudy(scenario, simulation))
    for row in try await study.run(width: 1, progress: { _ in }).pipelines {
      print(
        row.definition.name, row.definition.filterSummary, row.score.whole.statistics?.mean ?? -1,
        separator: "; ")
    }
  }
}
