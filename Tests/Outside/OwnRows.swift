// A signal filter and a positioning method of one's own in a program outside the package, beside the scenario's rows.
// OwnRowsTests compiles and runs it; it imports public modules only.
import Documents
import Laps
import Phone
import Positioning
import Scenarios
import World

/// The median of the latest readings.
struct MedianFilter: SignalFilter {
  struct Settings: FilterSettings {
    var window = 5

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

/// The place of the beacon with the highest RSSI.
struct StrongestBeacon: PositioningMethod, PositioningSession {
  struct Settings: MethodSettings {
    /// dBm; weaker beacons do not count.
    var least = -120.0

    static let name = "strongest"
    static let about = "The place of the beacon with the highest RSSI."
    static let keys: [SettingKey<Settings>] = [
      .defaulted("least", \.least, .number(.between(-120, 0)), unit: "dBm", "Weaker beacons do not count.")
    ]

    func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod { StrongestBeacon(site: prior.site, settings: self) }
  }

  let site: KnownSite
  let settings: Settings

  func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let heard = site.anchors.indices.filter { (epoch.levels[$0]?.value ?? -200) >= settings.least }
    guard let best = heard.max(by: { (epoch.levels[$0]?.value ?? 0) < (epoch.levels[$1]?.value ?? 0) }) else {
      throw .tooFewBeacons(heard: 0, needed: 1)
    }
    return Fix(position: site.anchors[best].position, floor: site.anchors[best].floor)
  }
}

@main struct OwnRows {
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
    var strongest = own
    strongest.name = "strongest"
    strongest.filters = []
    strongest.method = MethodChoice(StrongestBeacon.Settings())
    var nearest = strongest
    nearest.name = "nearest"
    nearest.method = MethodChoice(NearestBeacon.Settings())
    scenario.pipelines += [own, plain, strongest, nearest]
    guard let simulation = scenario.simulation else { return }
    let study = Study.simulated(try SimulatedStudy(scenario, simulation))
    for row in try await study.run(width: 1, progress: { @Sendable _ in }).pipelines {
      print(
        row.definition.name, row.definition.filterSummary, row.definition.methodSummary,
        row.score.whole.statistics?.mean ?? -1,
        separator: "; ")
    }
  }
}
