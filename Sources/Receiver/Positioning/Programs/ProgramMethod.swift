public import Documents
public import Phone
import World

/// A program of your own as a method: a line of JSON for each epoch, and a line with the position in return.
///
/// Ours. The program sees what any method sees, and receives each epoch only when it is due, so that it cannot look
/// ahead. A process serves many laps one after another and starts afresh on each.
public struct ProgramMethod: PositioningMethod {
  let pool: ProgramPool
  private let building: Building
  private let model: RangingModel

  init(_ pool: ProgramPool, _ prior: PriorInformation) {
    self.pool = pool
    building = Building(prior)
    model = RangingModel(prior.assumptions, anchors: prior.site.anchors)
  }

  /// Whether the program asked for single advertisements (`packets`).
  public var needsAdvertisements: Bool { pool.settings.packets }
  /// What went wrong with the program, and how often.
  public var notes: [String] { pool.notes }

  /// Starts a process, so that a program which cannot run stops the study before its first lap.
  /// - Throws: ``PipelineError/program(_:)``.
  public func prepare() throws(PipelineError) {
    do throws(ProgramTrouble) { try pool.prepare() } catch {
      throw .program("\(pool.settings.summary): \(error)")
    }
  }

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
      let (low, high) = (site.anchors.map(\.position) + (site.path?.nodes.map(\.position) ?? [])).box
      east = low.x - Self.margin...high.x + Self.margin
      north = low.y - Self.margin...high.y + Self.margin
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
      let uncertainty = try answer.optional("uncertainty").map { value throws(FileProblem) in try value.number
      }
      return Fix(
        position: Point(
          x: try answer.number("x"), y: try answer.number("y"), z: site.elevation(ofFloor: floor)),
        floor: floor, uncertainty: uncertainty, covariance: try covariance(answer, beside: uncertainty))
    }

    /// Reads `[xx, xy, yy]`, which must be a covariance and that of the uncertainty beside it.
    private func covariance(
      _ answer: Document, beside uncertainty: Double?
    ) throws(FileProblem) -> PlanCovariance? {
      guard let stated = answer.optional("covariance") else { return nil }
      let values = try stated.elements.map { value throws(FileProblem) in try value.number }
      let covariance = PlanCovariance(xx: values[0], xy: values[1], yy: values[2])
      guard covariance.isCovariance else {
        throw stated.problem(
          expected: "a covariance [xx, xy, yy] with xx and yy of at least 0 and xy² of at most xx yy",
          found: "\(values)")
      }
      guard uncertainty.map({ abs($0 - covariance.rootMeanSquare) <= 0.01 * $0 + 1e-6 }) ?? true else {
        throw stated.problem(
          expected: "the covariance of an uncertainty of \(uncertainty ?? 0) m, which is the root of xx + yy",
          found: "\(values)")
      }
      return covariance
    }

    private static let schema = Schema.object([
      .required("x", .number(), unit: "m", "East of the origin."),
      .required("y", .number(), unit: "m", "North of the origin."),
      .optional("floor", .integer(), "The floor's level."),
      .optional(
        "uncertainty", .number(.atLeast(0)), unit: "m", "The root mean square error that the method expects."),
      .optional(
        "covariance", .array(of: .number(), count: .between(3, 3)), unit: "m²",
        "The covariance [xx, xy, yy] of the error that the method expects."),
    ])
  }
}

extension ProgramMethod {
  /// Which program is started, and what it is given.
  public struct Settings: MethodSettings {
    public static let name = "command"
    public static let about =
      "A program of your own in any language, which receives epochs on standard input and answers with positions on standard "
      + "output. docs/methods-of-your-own.md describes the protocol."

    /// The program and its arguments; it is started in the folder in which beaconbench was started.
    public var command: [String] = []
    /// Seconds for each answer.
    public var timeLimit = 5.0
    /// How often a program that ended early is started again in one study.
    public var restarts = 20
    /// Beyond advertisements and site.
    public var given: [Given] = []
    /// Whether an epoch lists the single advertisements of its window.
    public var packets = false
    /// The program's own settings, which `hello` passes on unchanged.
    public var settings: [String: Document] = [:]
    /// Whether the program may be started; no file can set this.
    package var permission = ProgramPermission.none

    public init(_ command: [String] = []) { self.command = command }

    public init() {}
    /// Whether the program may be started is no key: no file can allow it.
    public static let keys: [SettingKey<Settings>] = [
      .required(
        "run", \.command, commandLine,
        "The program and its arguments. It is found as a shell finds it, and started in the folder in which beaconbench runs."
      ),
      .omissible(
        "timeLimit", \.timeLimit, .number(.between(0.01, 3600)), unit: "s",
        "The time for each answer, 5 by default. A later one counts as none, and the program is ended."),
      .omissible(
        "restarts", \.restarts, .integer(.between(0, 10_000)),
        "How often a program that ended, took too long or wrote what is no answer is started again, 20 by default; then the pipeline has no more fixes."
      ),
      .omissible(
        "given", \.given, .list(of: .choice(among: Given.ofMethods)),
        "The prior information that the program receives beyond the advertisements and the site; the pipeline's `given` must list the same."
      ),
      .omissible(
        "packets", \.packets, .flag,
        "Whether each epoch lists the single advertisements of its window; not possible with recorded averages."
      ),
      .omissible(
        "settings", \.settings, .map(of: .document(.anything)),
        "Settings of the program itself, which it receives as they stand."),
    ]

    /// A list of words is the command alone.
    public static let form = SettingForm<Settings>.either(
      SettingShape(
        commandLine, as: { Settings($0) }, from: { $0 == Settings($0.command) ? $0.command : nil }),
      SettingShape(.settings, as: { $0 }, from: { $0 }))

    private static let commandLine = SettingForm<[String]>.list(of: .text(.line), count: .atLeast(1))

    /// `exec:` and the command line.
    public var summary: String { "exec:" + command.joined(separator: " ") }
    /// What the scenario lists under the method's own `given`, and nothing else.
    public var uses: [Given] { given }
    /// The program may or may not; the study does not know.
    public var ranges: Bool { false }

    /// A program may state one.
    public var statesUncertainty: Bool { true }

    public func makeMethod(
      _ prior: PriorInformation, phone: PhoneSettings
    ) throws(PipelineError) -> any PositioningMethod {
      if given.contains(.survey), prior.survey?.fits(prior.site) != true { throw .noSurvey }
      return ProgramMethod(ProgramPool(self, hello: ProgramMessage.hello(prior, self)), prior)
    }
  }
}
