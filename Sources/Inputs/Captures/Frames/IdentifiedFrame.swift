import World

/// The identity and measured power that a frame states.
struct IdentifiedFrame: Hashable, Sendable {
  let identity: BeaconIdentity
  /// The measured power that the frame claims; nil where its kind has none.
  let measuredPower: DBm?

  init(_ frame: IBeaconFrame) {
    identity = .iBeacon(frame.identity)
    measuredPower = DBm(Double(frame.measuredPower))
  }

  /// The frame in a structure; nil when there is none, or when it does not identify its sender.
  init?(type: UInt8, content: RawSpan) {
    // The kind is found first: most structures are other manufacturers' data, which would be copied needlessly.
    switch FrameKind(type: type, content: content) {
    case nil, .manufacturer, .eddystoneTLM: return nil
    default: break
    }
    switch BeaconFrame(type: type, content: content) {
    case .iBeacon(let frame): self.init(frame)
    case .altBeacon(let frame): self.init(.altBeacon(frame.identity), power: frame.measuredPower)
    case .eddystone(.uid(let power, let namespace, let instance)):
      guard let identity = EddystoneIdentity(namespace + instance) else { return nil }
      self.init(.eddystone(identity), powerAtZero: power)
    case .eddystone(.url(let power, let url)): self.init(.eddystoneURL(url), powerAtZero: power)
    case .eddystone(.eid(let power, let octets)):
      self.init(.eddystoneEID(octets.reduce(0) { $0 << 8 | UInt64($1) }), powerAtZero: power)
    case .nearable(let nearable): self.init(.nearable(nearable.identifier), power: nil)
    case .telemetry(let telemetry): self.init(.telemetry(telemetry.identifier), power: nil)
    case .eddystone(.telemetry), .eddystone(.encryptedTelemetry), .manufacturer, nil: return nil
    }
  }

  private init(_ identity: BeaconIdentity, power: Int8?) {
    self.identity = identity
    measuredPower = power.map { DBm(Double($0)) }
  }

  private init(_ identity: BeaconIdentity, powerAtZero: Int8) {
    self.identity = identity
    measuredPower = DBm(Double(powerAtZero)) - EddystoneFrame.lossOverFirstMetre
  }

  /// Whether the claimed power is plausible for a beacon.
  var isPowerPlausible: Bool { measuredPower.map { DBm(-100)...DBm(-20) ~= $0 } ?? true }
}
