package import World

/// The state machine of monitoring: a region is entered with the first advertisement of one of its beacons, and left when
/// nothing of it has been received for the exit delay.
package struct RegionMonitor: ContextMachine {
  private enum Presence { case unmonitored, outside, inside }

  private let settings: MonitoringSettings
  private let exitDelay: Int64
  /// By region.
  private var states: [Presence]
  private var lastHeard: [Int64]
  /// The regions of each anchor of the directory, one after another, and where each anchor's begin.
  private var regions: [Int] = []
  private var starts: [Int] = [0]
  /// No region is left before this moment.
  private var nextExit = Int64.max
  private var requests: ArraySlice<Double>
  private var couldMonitor = true

  package init(_ settings: MonitoringSettings) {
    self.settings = settings
    exitDelay = settings.exitDelay.microseconds
    let isDirect = settings.strategy == .direct
    states = settings.regions.indices.map { isDirect || $0 == 0 ? .outside : .unmonitored }
    lastHeard = [Int64](repeating: .min, count: states.count)
    requests = settings.requests.sorted()[...]
  }

  /// When a region was received last, in microseconds; nil for never.
  func lastReceived(_ region: Int) -> Int64? { lastHeard[region] == .min ? nil : lastHeard[region] }

  /// Looks up the regions of new anchors once, so that an advertisement costs no comparison of UUIDs.
  package mutating func meet(_ directory: StreamDirectory) {
    for anchor in directory.anchors[(starts.count - 1)...] {
      regions += settings.regions.indices.filter { settings.regions[$0].holds(anchor.identity) }
      starts.append(regions.count)
    }
  }

  /// Enters regions; while the application may not monitor, nothing is heard.
  package mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    guard let first = range.first, resume(at: stream.microseconds[first], handset) else { return }
    for index in range {
      let anchor = Int(stream.anchors[index])
      guard starts[anchor] < starts[anchor + 1] else { continue }
      let now = stream.microseconds[index]
      if now >= nextExit { leave(until: now, &handset, &log) }
      for place in starts[anchor]..<starts[anchor + 1] {
        hear(regions[place], at: now, &handset, &log)
      }
    }
  }

  private mutating func hear(
    _ region: Int, at now: Int64, _ handset: inout Handset, _ log: inout ContextLog
  ) {
    lastHeard[region] = now
    switch states[region] {
    case .inside: return
    case .unmonitored:
      guard handset.mayRange(at: now) else { return }
      makeRoom()
    case .outside: break
    }
    states[region] = .inside
    nextExit = min(nextExit, now + exitDelay)
    handset.wake(at: now)
    log.add(ContextEvent("enter", settings.regions[region].name, at: now))
  }

  /// Drops the region that was received longest ago when the limit is reached.
  private mutating func makeRoom() {
    let taken = states.indices.filter { states[$0] != .unmonitored }
    guard taken.count >= MonitoringSettings.limit else { return }
    let oldest = taken.dropFirst().min { (lastHeard[$0], $0) < (lastHeard[$1], $1) }
    if let oldest { states[oldest] = .unmonitored }
  }

  /// Leaves regions whose delay is over, and answers requests.
  package mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    guard resume(at: now, handset) else { return }
    if now >= nextExit { leave(until: now, &handset, &log) }
    while let time = requests.first, time.microseconds < now {
      requests.removeFirst()
      for region in states.indices where states[region] != .unmonitored {
        // Answered with what is known when the second is over.
        let kind = states[region] == .inside ? "inside" : "outside"
        log.add(ContextEvent(kind, settings.regions[region].name, at: now))
      }
    }
  }

  /// Whether the system monitors. When it starts again, the exit delay of all entered regions starts again.
  private mutating func resume(at now: Int64, _ handset: Handset) -> Bool {
    let can = handset.mayMonitor(at: now)
    if can, !couldMonitor {
      for region in states.indices where states[region] == .inside { lastHeard[region] = now }
      nextExit = now + exitDelay
    }
    couldMonitor = can
    return can
  }

  /// Leaves the regions whose delay is over.
  private mutating func leave(until now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {
    nextExit = .max
    for region in states.indices where states[region] == .inside {
      let exit = lastHeard[region] + exitDelay
      guard exit <= now else {
        nextExit = min(nextExit, exit)
        continue
      }
      states[region] = .outside
      handset.wake(at: exit)
      log.add(ContextEvent("exit", settings.regions[region].name, at: exit))
    }
  }
}
