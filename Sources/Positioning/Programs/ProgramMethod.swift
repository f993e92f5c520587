import Documents
import Filtering
import World

/// A program of your own as a method: a line of JSON for each epoch, and a line with the position in return.
///
/// Ours. The program sees what any method sees, and an epoch only when it is due, so that it cannot look ahead. A process
/// serves many laps one after another, and begins each from the beginning.
public struct ProgramMethod: PositioningMethod {
  /// Whether the task at hand, and those that it starts, may start programs.
  @TaskLocal public static var mayStart = true

  let pool: ProgramPool
  private let building: Building
  private let model: RangingModel

  init(_ pool: ProgramPool, _ prior: PriorInformation) {
    self.pool = pool
    building = Building(prior)
    model = RangingModel(prior.assumptions, anchors: prior.site.anchors)
  }

  public var needsAdvertisements: Bool { pool.settings.packets }
  public var notes: [String] { pool.notes }

  public func begin(_ lap: LapPrior) -> any PositioningSession {
    ProgramSession(pool, building, lap, model: model)
  }

  /// Where positions may lie.
  struct Building: Sendable {
    /// Metres beyond the outermost beacons and nodes of the path.
    static let margin = 100.0
    let site: KnownSite
    private let east: ClosedRange<Double>
    private let north: ClosedRange<Double>

    init(_ prior: PriorInformation) {
      site = prior.site
      let places = site.anchors.map(\.position) + (site.path?.nodes.map(\.position) ?? [])
      func range(_ values: [Double]) -> ClosedRange<Double> {
        (values.min() ?? 0) - Self.margin...(values.max() ?? 0) + Self.margin
      }
      (east, north) = (range(places.map(\.x)), range(places.map(\.y)))
    }

    /// Reads `{"x": 1.5, "y": 2, "floor": 0}`.
    func fix(_ answer: Document) throws(ProgramTrouble) -> Fix {
      let fix: Fix
      do throws(FileProblem) { fix = try read(answer) } catch { throw .wrongAnswer(error.description) }
      let place = fix.position
      guard east ~= place.x, north ~= place.y, site.floors.contains(where: { $0.level == fix.floor }) else {
        throw .outside("(\(place.x), \(place.y)) on floor \(fix.floor)")
      }
      return fix
    }

    private func read(_ answer: Document) throws(FileProblem) -> Fix {
      let answer = try Self.schema.resolve(answer)
      let level = try answer.optional("floor").map { floor throws(FileProblem) in try floor.integer }
      guard let floor = level ?? (site.floors.count == 1 ? site.floors[0].level : nil) else {
        throw answer.problem(expected: "the key floor, since the site has several", found: "none")
      }
      return Fix(
        position: Point(
          x: try answer.number("x"), y: try answer.number("y"), z: site.elevation(ofFloor: floor)),
        floor: floor,
        uncertainty: try answer.optional("uncertainty").map { value throws(FileProblem) in try value.number })
    }

    private static let schema = Schema.object([
      .required("x", .number(), unit: "m", "East of the origin."),
      .required("y", .number(), unit: "m", "North of the origin."),
      .optional("floor", .integer(), "The floor's level."),
      .optional("uncertainty", .number(.atLeast(0)), unit: "m", "The radius that the method claims."),
    ])
  }
}
