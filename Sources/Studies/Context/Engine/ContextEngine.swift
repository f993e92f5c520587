package import World

/// Passes a stream through applications, piece by piece, and keeps the events that they report.
package struct ContextEngine: Sendable {
  /// By application, in the order of the definitions; that of ``ReportMachine`` behind them where there is a report.
  package private(set) var logs: [ContextLog]
  /// What the applications may do at the moment reached.
  package private(set) var handset: Handset
  /// The number of advertisements read so far.
  package private(set) var heard = 0
  /// The number of sensor reports read so far.
  package private(set) var sensed = 0
  /// The anchors that reported a temperature, and those that reported which side is up.
  private var (warm, oriented): (Set<Int>, Set<Int>) = ([], [])
  private var machines: [any ContextMachine]
  /// Microseconds at the end of the current second.
  private var secondEnd: Int64 = 1_000_000
  private var anchors = -1
  private var transmitters = -1
  /// Reports of later seconds, which the stream has not reached yet.
  private var waiting: [SensorReport] = []
  /// By application, what has not arrived yet.
  private var messages: [ArraySlice<ContextMessage>]
  private let hasMessages: Bool
  /// When the next of them arrives.
  private var nextMessage = Int64.max

  /// - Parameters:
  ///   - site: nil for none.
  ///   - messages: by application, in the order of time, what arrives beside the stream; nil for nothing.
  ///   - isReported: whether what is received is noted for a ``StreamReport`` too.
  package init(
    _ definitions: [ApplicationDefinition], handset: HandsetSettings, site: Site?,
    messages: [[ContextMessage]]? = nil, isReported: Bool = false
  ) {
    machines = definitions.map { $0.application.settings.machine(on: site) }
    if isReported { machines.append(ReportMachine(site: site)) }
    logs = machines.map { _ in ContextLog() }
    self.handset = Handset(handset)
    self.messages = messages.map { $0.map { $0[...] } } ?? definitions.map { _ in [] }
    hasMessages = messages != nil
    findNextMessage()
  }

  private mutating func findNextMessage() {
    nextMessage = messages.compactMap(\.first?.microseconds).min() ?? .max
  }

  /// Reads the next piece of a stream, which is in order of time.
  ///
  /// - Parameter directory: of everything that the stream has named so far.
  package mutating func read(_ stream: AdvertisementStream, directory: StreamDirectory) {
    if directory.anchors.count != anchors || directory.transmitters.count != transmitters {
      (anchors, transmitters) = (directory.anchors.count, directory.transmitters.count)
      for index in machines.indices { machines[index].meet(directory) }
    }
    waiting += stream.sensorReports
    heard += stream.count
    var first = 0
    while first < stream.count {
      listen(until: stream.microseconds[first])
      let next = min(secondEnd, nextMessage)
      var last = first
      while last < stream.count, stream.microseconds[last] < next { last += 1 }
      for index in machines.indices {
        machines[index].hear(stream, first..<last, &handset, &logs[index])
      }
      first = last
    }
  }

  /// What the stream had so far.
  ///
  /// - Parameter directory: of the stream, whose transmitters are those that were received.
  package func received(_ directory: StreamDirectory) -> Received {
    let heard = Set(directory.transmitters.map(\.anchor))
    func ids(_ anchors: Set<Int>) -> Set<String> { Set(anchors.map { directory.anchors[$0].id }) }
    return Received(
      anchors: directory.anchors.indices.filter(heard.contains).map { directory.anchors[$0] },
      temperatures: ids(warm), orientations: ids(oriented), hasMessages: hasMessages)
  }

  /// Advances the time: seconds that end at this moment or before it are over, and messages have arrived.
  package mutating func listen(until now: Int64) {
    while now >= min(secondEnd, nextMessage) {
      guard secondEnd <= nextMessage else {
        receive()
        continue
      }
      let ready = waiting.prefix { $0.microseconds < secondEnd }
      if !ready.isEmpty {
        sensed += ready.count
        for report in ready {
          if report.hasTemperature { warm.insert(report.anchor) }
          if report.orientation != nil { oriented.insert(report.anchor) }
          for index in machines.indices { machines[index].sense(report, &handset, &logs[index]) }
        }
        waiting.removeFirst(ready.count)
      }
      for index in machines.indices { machines[index].tick(at: secondEnd, &handset, &logs[index]) }
      secondEnd += 1_000_000
    }
  }

  /// Hands over what arrives next.
  private mutating func receive() {
    for index in messages.indices {
      while let message = messages[index].first, message.microseconds <= nextMessage {
        messages[index].removeFirst()
        machines[index].receive(message, &handset, &logs[index])
      }
    }
    findNextMessage()
  }
}
