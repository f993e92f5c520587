package import Documents
package import NumericalMethods
package import World

/// The settings of one kind of application, from which its state machine and its ground truth are made.
package protocol ContextApplication: DeclaredSettings {
  /// Its name in a file.
  static var name: String { get }
  static var about: String { get }
  /// The fault of the settings on this site, such as a key that names something that the site lacks; nil without a fault.
  func fault(on site: Site?) -> SettingFault?
  /// - Parameter site: nil for a replay without one.
  func machine(on site: Site?) -> any ContextMachine
  /// The ground truth; the machine never sees it.
  func truth(of lap: ContextTruth) -> ApplicationTruth
  /// What reaches the application on a lap beside advertisements, in the order of time. It is made from the ground truth, as by another receiver or
  /// a reader at a gate; the machine sees only what arrives.
  func messages(of lap: ContextTruth, using random: inout RandomStream) -> [ContextMessage]
  /// The names of the states; empty where there are none.
  func states(on site: Site?) -> [String]
  /// The number of states that the application offers each second.
  var offered: Int { get }
  /// The same application with another radius of its truth, and that radius in metres; nil where the truth has none.
  func radius(times factor: Double) -> (metres: Double, application: any ContextApplication)?
  /// What it needs and a stream did not have, in words, such as `a temperature of cup`; nil when there was something for it.
  func lack(in received: Received) -> String?
  /// The matching window of a kind of event in seconds, where the kind determines it; nil for the definition's own window.
  func window(of kind: String) -> Double?
}

extension ContextApplication {
  package func fault(on site: Site?) -> SettingFault? { nil }
  package func messages(of lap: ContextTruth, using random: inout RandomStream) -> [ContextMessage] { [] }
  package func states(on site: Site?) -> [String] { [] }
  package var offered: Int { 1 }
  package func radius(times factor: Double) -> (metres: Double, application: any ContextApplication)? { nil }
  package func lack(in received: Received) -> String? { nil }
  package func window(of kind: String) -> Double? { nil }
}

/// A state machine over a stream of advertisements.
///
/// Its only clock is the stream's: a timer runs out at the first advertisement or end of a second after its time.
package protocol ContextMachine: Sendable {
  /// Called before the first advertisement, and again whenever the directory has grown.
  mutating func meet(_ directory: StreamDirectory)
  /// Advertisements within one second, in order of time.
  mutating func hear(
    _ stream: AdvertisementStream, _ range: Range<Int>, _ handset: inout Handset, _ log: inout ContextLog)
  mutating func sense(_ report: SensorReport, _ handset: inout Handset, _ log: inout ContextLog)
  /// What arrives beside advertisements, at its moment.
  mutating func receive(_ message: ContextMessage, _ handset: inout Handset, _ log: inout ContextLog)
  /// The end of each whole second.
  ///
  /// - Parameter now: microseconds.
  mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog)
}

extension ContextMachine {
  /// Ignores what sensors report.
  package mutating func sense(_ report: SensorReport, _ handset: inout Handset, _ log: inout ContextLog) {}
  /// Needs nothing beside advertisements.
  package mutating func receive(_ message: ContextMessage, _ handset: inout Handset, _ log: inout ContextLog)
  {}
  /// Does nothing between advertisements.
  package mutating func tick(at now: Int64, _ handset: inout Handset, _ log: inout ContextLog) {}
}

/// What reaches an application beside the advertisements and sensors of beacons.
package struct ContextMessage: Hashable, Sendable {
  /// By what it is.
  package enum Content: Hashable, Sendable {
    /// A position that another technology measured.
    case position(SecondPosition)
    /// The state of the pass at the server: the number of its text, counted from 0, and whether it was taken back.
    case pass(text: Int, isRevoked: Bool)
    /// The walker presents the pass in a region, an index into those that are monitored.
    case presented(region: Int)
  }

  /// When it arrives, in microseconds since t = 0 of the stream.
  package let microseconds: Int64
  package let content: Content

  package init(_ content: Content, at microseconds: Int64) {
    (self.content, self.microseconds) = (content, microseconds)
  }
}

/// A position by another technology than beacons, such as GPS or Wi-Fi.
package struct SecondPosition: Hashable, Sendable {
  /// In metres, with its error.
  package let point: Point
  /// When it was measured, in microseconds since t = 0 of the stream.
  package let measured: Int64
  /// The standard deviation of each coordinate, in metres, as the technology states it.
  package let deviation: Double

  package init(_ point: Point, measured: Int64, deviation: Double) {
    (self.point, self.measured, self.deviation) = (point, measured, deviation)
  }
}

/// Which beacons a stream has had frames of, and with which sensor values.
package struct Received: Sendable {
  /// The beacons of which anything was received.
  package let anchors: [StreamDirectory.Anchor]
  /// The ids of those that reported a temperature.
  package let temperatures: Set<String>
  /// The ids of those that reported which side is up.
  package let orientations: Set<String>
  /// Whether there is also what reaches applications beside advertisements.
  package let hasMessages: Bool

  /// Nil when one of some beacons was received, otherwise what was not, in words.
  ///
  /// - Parameter ids: empty for any beacon.
  func lack(of ids: [String]) -> String? {
    if anchors.contains(where: { ids.isEmpty || ids.contains($0.id) }) { return nil }
    return "an advertisement of \(ids.isEmpty ? "any beacon" : ids.joined(separator: ", "))"
  }
}
