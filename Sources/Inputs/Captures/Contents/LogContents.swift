/// What a log has beside advertisements.
public struct LogContents: Hashable, Sendable {
  /// A receiver or a device.
  public struct Party: Hashable, Sendable {
    /// As the log names it.
    public let name: String
    /// Of the advertisements that it heard, or that it sent.
    public internal(set) var rssi = LevelSummary()
  }

  /// Steps that motion sensors show.
  public private(set) var steps = 0
  /// Moments at which the walker was at a known place.
  public private(set) var marks = 0
  /// Of several receivers, in the order in which they first heard something, at most 10,000.
  public private(set) var receivers: [Party] = []
  /// What several receivers heard, in order of first hearing, at most 10,000.
  public private(set) var devices: [Party] = []
  private var receiverIndices: [String: Int] = [:]
  private var deviceIndices: [String: Int] = [:]

  private static let most = 10_000

  /// Whether there is nothing of all that.
  public var isEmpty: Bool { steps == 0 && marks == 0 && receivers.isEmpty }

  mutating func add(_ observation: LogObservation) {
    if case .step = observation { steps += 1 } else { marks += 1 }
  }

  mutating func add(_ receiver: LogReceiver, level: Int8) {
    Self.add(receiver.name, level, to: &receivers, &receiverIndices)
    Self.add(receiver.device, level, to: &devices, &deviceIndices)
  }

  private static func add(
    _ name: String, _ level: Int8, to parties: inout [Party], _ indices: inout [String: Int]
  ) {
    let index = indices[name] ?? parties.count
    if index == parties.count {
      guard index < most else { return }
      indices[name] = index
      parties.append(Party(name: name))
    }
    parties[index].rssi.add(level)
  }
}
