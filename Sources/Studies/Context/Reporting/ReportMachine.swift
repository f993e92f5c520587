import Documents
import World

/// Notes for the report what is no event of an application: where the phone is, and what each beacon of the site reports, as soon
/// as it is received and then at most once a minute.
struct ReportMachine: ContextMachine {
  /// What was received of a beacon.
  private struct Received {
    /// Of the levels in the second at hand.
    var sum = 0.0
    var count = 0
    /// The last values since the last report; nil for none.
    var temperature: Double?
    var battery: Double?
    var isMoving: Bool?
    /// When the next report is due.
    var due = Int64.min

    var values: [Document.Member] {
      .init(present: [
        "rssi": Document(sum / Double(count)), "temperature": temperature.map { Document($0) },
        "battery": battery.map { Document($0) }, "moving": isMoving.map { Document($0) },
      ])
    }
  }

  /// Microseconds between reports of a beacon.
  private static let period: Int64 = 60_000_000

  private let known: Int
  private var tracker: PlaceTracker
  private var place: String?
  private var ids: [String] = []
  private var beacons: [Received] = []

  /// - Parameter site: whose beacons the server knows.
  init(site: Site?) {
    known = site?.anchors.count ?? 0
    tracker = PlaceTracker(site: site)
  }

  mutating func meet(_ directory: StreamDirectory) {
    tracker.meet(directory)
    ids = directory.anchors.prefix(known).map(\.id)
    beacons += repeatElement(Received(), count: ids.count - beacons.count)
  }

  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    guard let first = range.first, handset.mayRange(at: stream.microseconds[first]) else { return }
    tracker.hear(stream, range)
    for index in range where stream.anchors[index] < beacons.count {
      beacons[Int(stream.anchors[index])].sum += stream.levels[index].value
      beacons[Int(stream.anchors[index])].count += 1
    }
  }

  mutating func sense(_ report: SensorReport, _ handset: inout Handset, _ log: inout ContextLog) {
    guard report.anchor < beacons.count, handset.mayRange(at: report.microseconds) else { return }
    if report.hasTemperature { beacons[report.anchor].temperature = report.temperature }
    beacons[report.anchor].battery = report.batteryVoltage ?? beacons[report.anchor].battery
    beacons[report.anchor].isMoving = report.isMoving ?? beacons[report.anchor].isMoving
  }

  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    tracker.tick()
    if let here = tracker.place, here != place {
      place = here
      log.add(ContextEvent("place", here, at: now, place: here))
    }
    for index in beacons.indices where beacons[index].count > 0 {
      if now >= beacons[index].due {
        log.add(BeaconReading(ids[index], at: now, place: place, beacons[index].values))
        beacons[index] = Received(due: now + Self.period)
      }
      (beacons[index].sum, beacons[index].count) = (0, 0)
    }
  }
}
