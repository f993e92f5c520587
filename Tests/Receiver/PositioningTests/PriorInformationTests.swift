import Documents
import NumericalMethods
import Phone
import Positioning
import Radio
import Testing
import World

@Suite struct PriorInformationTests {
  private static let site = Site(
    name: "hall", testPoints: [TestPoint(id: 1, position: Point(x: 1, y: 2))],
    rooms: [Room(name: "a", corners: [.zero, Point(x: 1, y: 0), Point(x: 0, y: 1)])],
    obstacles: [Obstacle(shape: .pillar(centre: .zero, radius: 1), loss: 3)],
    anchors: [Anchor(id: "one", identity: nil, position: Point(x: 1, y: 1, z: 3))])

  private static let channel = PriorInformation.Channel(
    pathLoss: .logDistance(LogDistance(exponent: 2, levelAtOneMetre: -59)), shadowing: 4,
    correlationDistance: 2)
  private static let survey = RadioMap(anchors: ["one"], points: [])

  private func prior(_ given: Set<Given>) -> PriorInformation {
    PriorInformation(
      of: Self.site, assumptions: RangingSettings(), seed: Seed(7), given: given,
      study: .init(channel: Self.channel, survey: Self.survey))
  }

  @Test func `is what a pipeline is given, and nothing else`() {
    for given in [Set<Given>(), [.map], [.channel], [.survey], Set(Given.allCases)] {
      let prior = prior(given)
      #expect((prior.map != nil) == given.contains(.map))
      #expect((prior.channel != nil) == given.contains(.channel))
      #expect((prior.survey != nil) == given.contains(.survey))
      #expect(prior.site.anchors == Self.site.anchors)
    }
    #expect(prior([.map]).map?.rooms == Self.site.rooms)
    #expect(prior([.map]).map?.obstacles == Self.site.obstacles)
  }

  @Test func `of a lap, direction and presses only where they are given`() {
    let presses = [5.0, 3].map { LapPrior.Press(time: $0, position: .zero) }
    func lap(_ given: Set<Given>) -> LapPrior {
      LapPrior(of: prior(given), number: 2, direction: .backward, presses: presses)
    }
    #expect(lap([]).direction == nil && lap([]).presses.isEmpty)
    #expect(lap([.direction]).direction == .backward && lap([.direction]).presses.isEmpty)
    #expect(lap([.presses]).direction == nil && lap([.presses]).presses.map(\.time) == [3, 5])
  }

  @Test func `has a seed of its own for each lap and walker`() {
    func seed(_ number: Int, _ walker: String?) -> Seed {
      LapPrior(of: prior([]), number: number, walker: walker).seed
    }
    #expect(Set([seed(1, nil), seed(2, nil), seed(1, "b"), seed(2, "b")]).count == 4)
    #expect(seed(1, "b") == seed(1, "b"))
  }

  @Test func `does not change with test points, rooms or walls that are not given`() throws {
    let bare = Site(name: "hall", anchors: Self.site.anchors)
    let settings = PipelineSettings { ($0.method, $0.snap) = (MethodChoice(NearestBeacon.Settings()), false) }
    let (one, other) = (try Pipeline(settings, site: Self.site), try Pipeline(settings, site: bare))
    #expect(one.prior.site == other.prior.site && one.hears(as: other))
  }
}
