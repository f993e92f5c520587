import Captures
import Foundation
import Glibc
import World

/// A virtual controller at work: hosts come and go, and hear one lap again and again.
struct AirSession {
  /// How the lap passes.
  struct Timing: Sendable {
    /// Times as fast as it was; nil for as fast as the host reads.
    var pace: Double? = 1
    /// Whether it begins again when it is over.
    var isLooped = false
    /// Whether it begins with the first scan of a host, and not with the host.
    var startsOnScan = false
    var endsWithLap = false
    /// After how many hosts the session ends; nil for never.
    var hosts: Int?
  }

  /// Silence between two laps, in microseconds.
  private static let pause: Int64 = 1_000_000
  /// At most this many advertisements at once where there is no pace.
  private static let burst = 512

  private let traffic: AirTraffic
  private let timing: Timing
  private let observesWindow: Bool
  private let line: HostLine
  private var record: AirRecord
  private let say: (AirEvent) throws -> Void
  private var controller: VirtualController
  private var packets = HostPackets()
  /// When the lap began, in microseconds of the monotonic clock; nil while it waits.
  private var start: Int64?
  /// The next advertisement of the lap.
  private var next = 0
  private(set) var summary = AirSummary()

  /// - Parameter say: Prints an event.
  init(
    _ traffic: AirTraffic, _ timing: Timing, observesWindow: Bool, over line: HostLine,
    record: AirRecord, say: @escaping (AirEvent) throws -> Void
  ) {
    (self.traffic, self.timing, self.observesWindow) = (traffic, timing, observesWindow)
    self.line = line
    self.record = record
    self.say = say
    controller = VirtualController(observesWindow: observesWindow)
  }

  /// Serves hosts until the session is to end.
  ///
  /// - Parameter stop: A descriptor with something to read once it is to end.
  /// - Throws: `FileProblem` when a host at the end of pipes sends what is no HCI, or a file cannot be written.
  mutating func run(stop: Int32) throws {
    if line.hasHost { try welcome() }
    while true {
      try advance()
      if isOver { return try leave("the lap is over") }
      let ready = line.wait(stop, atMost: patience)
      if ready.isStopped { return try leave("interrupted") }
      if ready.hasNewHost { try welcome() }
      guard line.hasHost else { continue }
      guard let octets = ready.octets else {
        try leave("the host left")
        if isLast { return }
        continue
      }
      if !octets.isEmpty, try !take(octets), isLast { return }
    }
  }

  private var isLast: Bool { !line.takesOthers || timing.hosts.map { summary.hosts >= $0 } ?? false }

  /// Whether the lap is over and with it the session.
  private var isOver: Bool {
    timing.endsWithLap && !timing.isLooped && start != nil && next == traffic.count
      && line.backlog == 0 && (timing.pace == nil || Self.now >= due(traffic.end))
  }

  private mutating func welcome() throws {
    controller = VirtualController(observesWindow: observesWindow)
    packets = HostPackets()
    summary.hosts += 1
    try note("host", "\(summary.hosts)")
    if !timing.startsOnScan { try begin(at: Self.now) }
  }

  private mutating func begin(at moment: Int64) throws {
    (start, next) = (moment, 0)
    record.beginPass()
    summary.laps += 1
    try note("lap", "\(summary.laps)")
  }

  /// Takes what a host sent.
  ///
  /// - Returns: whether it is still there.
  private mutating func take(_ octets: [UInt8]) throws -> Bool {
    packets.append(octets)
    do throws(HostPackets.Garbled) {
      while let packet = try packets.next() { controller.take(packet, at: Self.now) }
    } catch {
      try leave("what the host sent, \(error)")
      summary.garbled += 1
      guard line.takesOthers else {
        throw FileProblem(file: line.name, sentence: "\(error)")
      }
      return false
    }
    line.send(controller.output)
    controller.output.removeAll(keepingCapacity: true)
    try tellActions()
    return true
  }

  private mutating func tellActions() throws {
    for action in controller.actions {
      let (event, detail) = action.words
      try note(event, detail)
      if case .scans = action, start == nil { try begin(at: Self.now) }
    }
    controller.actions.removeAll()
  }

  private mutating func leave(_ reason: String) throws {
    try catchUp()
    if let start {
      let seconds = Double(Self.now - start) / 1e6 * (timing.pace ?? 1)
      try record.cut(at: seconds, unix: Self.unix)
    }
    summary.add(controller.tally, incomplete: packets.waiting)
    if line.hasHost { try note("end", reason) }
    start = nil
    controller = VirtualController(observesWindow: observesWindow)
    line.dismiss()
  }

  /// Says an event, and writes it down.
  private mutating func note(_ event: String, _ detail: String = "") throws {
    let event = AirEvent(seconds: Self.unix, event: event, detail: detail)
    try record.note(event)
    try say(event)
  }

  // MARK: - The lap

  /// The moment of a time of the lap.
  private func due(_ microseconds: Int64) -> Int64 {
    guard let start, let pace = timing.pace else { return 0 }
    return start + (pace == 1 ? microseconds : Int64(Double(microseconds) / pace))
  }

  /// Microseconds until something is due; nil for never.
  private var patience: Int64? {
    guard line.hasHost else { return nil }
    var moment = controller.scanEnd
    if start != nil {
      if timing.pace == nil {
        if next < traffic.count || timing.isLooped, controller.isListening(at: Self.now),
          line.backlog < HostLine.mostBacklog / 4
        {
          return 0
        }
      } else if next < traffic.count {
        moment = min(moment ?? .max, due(traffic.microseconds(of: next)))
      } else if timing.isLooped || timing.endsWithLap {
        moment = min(moment ?? .max, due(traffic.end + (timing.isLooped ? Self.pause : 0)))
      }
    }
    return moment.map { max(0, $0 - Self.now) }
  }

  private mutating func advance() throws {
    controller.expire(at: Self.now)
    guard start != nil else { return try tellActions() }
    if timing.pace == nil { try rush() } else { try keepPace() }
    if !controller.output.isEmpty {
      line.send(controller.output)
      controller.output.removeAll(keepingCapacity: true)
    }
    try tellActions()
  }

  /// Sends what is due by now, and begins again where the lap is over.
  private mutating func keepPace() throws {
    while true {
      let now = Self.now
      while next < traffic.count {
        let moment = due(traffic.microseconds(of: next))
        guard moment <= now else { return try catchUp() }
        hear(at: moment)
      }
      try catchUp()
      let again = due(traffic.end + Self.pause)
      guard timing.isLooped, again <= now else { return }
      try begin(at: again)
    }
  }

  /// Sends as much as the host takes, while it scans.
  private mutating func rush() throws {
    var left = Self.burst
    while left > 0, controller.isListening(at: Self.now), line.backlog < HostLine.mostBacklog / 4 {
      guard next < traffic.count else {
        guard timing.isLooped else { return }
        try begin(at: Self.now)
        continue
      }
      hear(at: Self.now)
      left -= 1
    }
  }

  private mutating func hear(at moment: Int64) {
    if line.backlog + controller.output.count > HostLine.mostBacklog {
      summary.unread += 1
    } else {
      controller.hear(next, of: traffic, at: moment)
    }
    next += 1
  }

  /// Writes down what has happened on the lap by now.
  private mutating func catchUp() throws {
    guard let start, let pace = timing.pace else { return }
    let now = Self.now
    let unix = Self.unix
    try record.advance(to: Double(now - start) / 1e6 * pace) { seconds in
      // Whole microseconds.
      (1e6 * (unix + (seconds / pace - Double(now - start) / 1e6))).rounded() / 1e6
    }
  }

  /// Microseconds of the monotonic clock.
  private static var now: Int64 { clock(CLOCK_MONOTONIC) }
  /// Seconds since 1970-01-01 00:00 UTC.
  static var unix: Double { Double(clock(CLOCK_REALTIME)) / 1e6 }

  private static func clock(_ kind: Int32) -> Int64 {
    var time = timespec()
    clock_gettime(kind, &time)
    return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1000
  }
}

extension VirtualController.Action {
  /// An event and its detail.
  fileprivate var words: (event: String, detail: String) {
    switch self {
    case .reset: ("reset", "")
    case .scans(let how): ("scan", how)
    case .stopsScanning: ("scan off", "")
    case .advertises(let set, let data, let milliseconds):
      ("advertising", Self.words(set, data) + " every \(milliseconds) ms")
    case .stopsAdvertising(let set): ("advertising off", set < 0 ? "" : "set \(set)")
    }
  }

  private static func words(_ set: Int, _ data: [UInt8]) -> String {
    let frames = BeaconFrame.frames(in: data).frames.map { frame in
      if case .iBeacon(let frame) = frame {
        "iBeacon \(frame.identity), \(frame.measuredPower) dBm at 1 m"
      } else {
        frame.kindName
      }
    }
    let what = frames.isEmpty ? data.hexadecimal(separator: " ") : frames.joined(separator: ", ")
    return (set < 0 ? "" : "set \(set), ") + (data.isEmpty ? "no data" : what)
  }
}
