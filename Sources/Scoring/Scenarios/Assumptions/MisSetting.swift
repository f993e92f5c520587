package import World

/// A misspecification: by how much an assumed parameter of the channel is wrong.
public struct MisSetting: Hashable, Sendable {
  /// Which number is wrong.
  public enum Parameter: String, Hashable, Sendable, CaseIterable {
    /// n that the algorithms assume.
    case n
    /// C that the algorithms assume, for every anchor and from whatever source.
    case c
    /// An offset of the receiver that is added to every level and that the algorithms do not know.
    case receiver

    /// How tables name it, with its unit.
    public var title: String {
      switch self {
      case .n: "n"
      case .c: "C"
      case .receiver: "receiver"
      }
    }

    /// Nil for what has none.
    public var unit: String? { self == .n ? nil : "dB" }
  }

  /// The number that is wrong.
  public let parameter: Parameter
  /// Is added; of n a plain number, decibels otherwise.
  public let shift: Double

  public init(_ parameter: Parameter, by shift: Double) {
    self.parameter = parameter
    self.shift = shift
  }

  /// What is added to the n that is assumed.
  package var exponent: Double { parameter == .n ? shift : 0 }
  /// What is added to the C that is assumed.
  package var level: Decibels { Decibels(parameter == .c ? shift : 0) }
  /// What the receiver adds to each level.
  package var offset: Decibels { Decibels(parameter == .receiver ? shift : 0) }

  /// The misspecifications that are studied by default.
  public static let customary: [MisSetting] =
    [-0.4, 0.4].map { MisSetting(.n, by: $0) } + [-6, -3, 3, 6].map { MisSetting(.c, by: $0) }
    + [-6, 6].map { MisSetting(.receiver, by: $0) }
}
