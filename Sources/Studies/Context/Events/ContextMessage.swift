package import World

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
