import Documents
import Laps
import Phone
import Positioning
import Scenarios
import World

struct Strongest: PositioningMethod, PositioningSession {
  let anchors: [Anchor]
  func fix(from epoch: Epoch) throws(NoFix) -> Fix {
    let heard = zip(anchors, epoch.levels).filter { $1 != nil }
    let best = heard.max { ($0.1?.value ?? 0) < ($1.1?.value ?? 0) }
    guard let (anchor, _) = best else { throw .tooFewBeacons(heard: 0, needed: 1) }
    return Fix(position: anchor.position, floor: anchor.floor)
  }
}
struct StrongestSettings: MethodSettings {
  static let (name, about) = ("strongest", "The place of the beacon with the highest RSSI.")
  static let keys = [SettingKey<Self>]()
  func makeMethod(_ prior: PriorInformation, phone: PhoneSettings) -> any PositioningMethod {
    Strongest(anchors: prior.site.anchors)
  }
}
@main struct OwnMethod {
  static func main() async throws {
    var scenario = try Scenario(contentsOf: CommandLine.arguments[1], laps: 2)
    let own = MethodChoice(StrongestSettings())
    scenario.pipelines.append(scenario.pipelines[0].replacing(own, name: "strongest"))
    let study = try Study(scenario, dataRoot: ".")
    for row in try await study.run(width: 2, progress: { @Sendable _ in }).pipelines {
      print(row.definition.name, row.score.whole.statistics?.mean ?? .nan)
    }
  }
}
