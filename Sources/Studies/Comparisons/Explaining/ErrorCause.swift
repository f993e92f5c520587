import Documents
import Evaluation
import Phone
import Propagation
package import Rendering
import Scenarios
import World

/// Something that makes a pipeline err, and that a simulation can leave out of the very same lap.
///
/// Every random number of a lap is drawn from a stream of its own name, so leaving one cause out leaves the draws of all
/// others as they were.
package enum ErrorCause: String, CaseIterable, Sendable {
  case shadowing, fading, body, crowd, walls
  case channelOffsets = "channel offsets"
  case power, noise, loss, sensitivity
  case faults
  case quantisation, delay

  /// The cause that is removed, as a sentence of a legend.
  package var about: String {
    switch self {
    case .shadowing: "the shadowing of every place"
    case .fading: "the fading of every advertisement"
    case .body: "the walker's body"
    case .crowd: "people who stand around"
    case .walls: "walls and pillars of the site"
    case .channelOffsets: "the offsets of the three advertising channels"
    case .power: "what beacons and receiver deviate from their nominal power"
    case .noise: "the receiver's noise"
    case .loss: "lost, collided and interfered advertisements"
    case .sensitivity: "the receiver's sensitivity, so that the weakest advertisement is received"
    case .faults: "faults, rogue beacons and beacons that fall silent"
    case .quantisation: "the rounding of RSSI and readings to whole dBm"
    case .delay: "the delay of the filters, whose output counts for the moment that it trails"
    }
  }

  /// Leaves the cause out.
  func remove(from surroundings: inout Surroundings) {
    switch self {
    case .shadowing: surroundings.simulation.channel.shadowing = nil
    case .fading: surroundings.simulation.channel.fading = .none
    case .body: surroundings.simulation.channel.body = nil
    case .crowd: surroundings.simulation.channel.crowd = nil
    case .walls: surroundings.simulation.site.obstacles = []
    case .channelOffsets: surroundings.simulation.channel.channelOffsets.sigma = 0
    case .power:
      surroundings.simulation.receiver.unitOffset = 0
      surroundings.simulation.beacons.powerDeviation = 0
      surroundings.simulation.beacons.batteryLoss = 0
      for index in surroundings.simulation.beacons.changes.indices {
        surroundings.simulation.beacons.changes[index].power = 0
        surroundings.simulation.beacons.changes[index].batteryLoss = nil
      }
    case .noise: surroundings.simulation.receiver.noise = 0
    case .loss:
      (surroundings.simulation.beacons.loss, surroundings.simulation.beacons.lossPerMetre) = (0, 0)
      (surroundings.simulation.receiver.capture, surroundings.simulation.receiver.interference) = (nil, nil)
    case .sensitivity:
      surroundings.simulation.receiver.sensitivity = -127
      surroundings.simulation.receiver.sensitivityEdge = 0
    case .faults:
      surroundings.simulation.rogues = []
      surroundings.simulation = surroundings.simulation.with(faults: [])
      for index in surroundings.simulation.beacons.changes.indices {
        surroundings.simulation.beacons.changes[index].silence = nil
      }
    case .quantisation:
      surroundings.simulation.receiver.wholeDBm = false
      surroundings.phone.rounding = .none
    case .delay: break
    }
  }
}

/// What a simulated study takes place in, as far as it can cause errors.
struct Surroundings: Sendable {
  var simulation: Simulation
  var phone: PhoneSettings

  /// The same without some causes.
  func without(_ causes: [ErrorCause]) -> Surroundings {
    causes.reduce(into: self) { $1.remove(from: &$0) }
  }

  /// Whether a study in the other surroundings is the same.
  func isSame(as other: Surroundings) -> Bool {
    let (own, their) = (simulation, other.simulation)
    return own.channel == their.channel && own.beacons == their.beacons && own.receiver == their.receiver
      && own.rogues == their.rogues && own.faults == their.faults
      && own.site.obstacles == their.site.obstacles && phone == other.phone
  }
}

extension PlotKind {
  /// The picture of `explain --picture`.
  package static let causes = PlotKind(
    "causes", "Causes of errors", .page,
    about:
      "Where a pipeline errs most, and the share of the error that goes with each cause: by explain --picture."
  )
}

extension Plot {
  /// Where the worst stretches lie, and which share of their errors disappears when each cause is removed.
  ///
  /// - Parameter colour: that of the pipeline.
  package static func causes(
    of explanation: Explanation, on plotted: PlottedSite, colour: String, width: PlotWidth = .page
  ) throws -> Plot {
    guard !explanation.stretches.isEmpty else {
      throw PlotProblem(
        "nothing to draw: no error of \(explanation.pipeline) exceeds \(short(explanation.rules.threshold)) m"
      )
    }
    let worst = explanation.stretches.map(\.worst)
    let plan = PlanView(
      plotted, width: width, others: worst.flatMap { [$0.place, $0.fix.position] })
    let key = [
      SymbolKey("walker", "#000000"), SymbolKey("fix of \(explanation.pipeline)", colour, shape: "diamond"),
    ]
    let map = plan.chart(.background, key: key) { floor in
      Self.moments(worst, key, colour: colour, on: floor.level, plan)
    }
    let charts =
      explanation.causes.isEmpty ? [] : [Chart.view(Self.shares(of: explanation, width: width))]
    let shown = explanation.stretches.count
    let causes =
      charts.isEmpty
      ? ""
      : " Below, the share of the error that goes when one cause is taken away on the same laps: the mean of all stretches, "
        + "and each stretch that the plan shows; negative where the error grows, and – where there is no fix without it."
    return Plot(
      .causes,
      caption:
        "The \(shown == 1 ? "worst stretch" : "\(shown) worst stretches") of \(explanation.found) in which the error of \(explanation.pipeline) exceeds "
        + "\(short(explanation.rules.threshold)) m: circles the walker, diamonds the fix, at the largest error of each."
        + causes
        + " Scenario \(explanation.scenario), seed \(explanation.seed): \(explanation.laps) \(explanation.laps == 1 ? "lap" : "laps").",
      charts.isEmpty ? map : .rows([map] + charts, sharesLegend: false))
  }

  /// A line from the walker to the fix for each stretch, with its number.
  private static func moments(
    _ worst: [WorstMoment], _ key: [SymbolKey], colour: String, on floor: Int, _ plan: PlanView
  ) -> [Layer] {
    let shown = worst.enumerated().filter { $0.element.floor == floor }
    let rows = shown.map { _, moment -> Document in
      [
        "x": moment.place.x.plotted, "y": moment.place.y.plotted, "x2": moment.fix.position.x.plotted,
        "y2": moment.fix.position.y.plotted, "error": moment.error.metres.plotted,
      ]
    }
    guard !rows.isEmpty else { return [] }
    let (x, y) = (plan.horizontal, plan.vertical)
    let labels = shown.map { index, moment -> PlanView.Label in
      ("\(index + 1)", moment.place, 8, "#000000", LabelPlaces.right)
    }
    // Each mark, and the line from the walker as far as a number might cover it.
    let marks = shown.flatMap { _, moment in
      let fix = moment.fix.position
      let step = 6 / (plan.scale * max(fix.horizontalDistance(to: moment.place), 0.1))
      return [fix] + (0...3).map { moment.place.moved(towards: fix, by: Double($0) * step) }
    }
    return [
      Layer(
        .rule, ["strokeWidth": 1.1, "strokeDash": [3, 2]], rows: rows,
        [.x: x, .y: y, .x2: .end("x2"), .y2: .end("y2"), .color: .value(Document(colour))]),
      Layer(
        .point, key[1].mark(34), rows: rows, [.x: x.with("field", "x2"), .y: y.with("field", "y2")]),
      Layer(.point, key[0].mark(34), rows: rows, [.x: x, .y: y]),
    ] + plan.names(labels, besides: marks)
  }

  private static func shares(of explanation: Explanation, width: PlotWidth) -> Chart.View {
    let stretches = explanation.stretches.map(\.stretch)
    let columns = ["mean"] + stretches.indices.map { "\($0 + 1)" }
    typealias Line = (name: String, shares: [Double?])
    var lines: [Line] = explanation.causes.enumerated().map { index, cause in
      (cause.cause.rawValue, [cause.share] + stretches.map { $0.removals[index].removed.share })
    }
    if stretches.contains(where: { $0.together != nil }) {
      lines.append(("all at once", [explanation.meanTogether] + stretches.map { $0.together?.share }))
    }
    let rows = lines.flatMap { line in
      zip(columns, line.shares).map { column, share -> Document in
        let value = share ?? 0
        return [
          "cause": line.name.plotted, "stretch": column.plotted, "value": min(max(value, 0), 1).plotted,
          "label":
            (share.map { value in value < 0 ? "\(short((value * 100).rounded())) %" : percent(value) }
            ?? "–").plotted,
        ]
      }
    }
    var view = Chart.View.matrix(
      x: Channel.category("stretch", order: columns).with("axis", ["labelAngle": 0]),
      y: Channel.category("cause", order: lines.map(\.name)), rows: rows,
      title: "share of the error that goes when one cause is taken away, by stretch", width: width,
      height: 13 * Double(lines.count))
    // Within rows of charts, sizes are those between the axes.
    view.isInner = true
    view.width = width.inside(lines.map(\.name))
    return view
  }
}
