import World

/// What a wall is made of, for sites that do not know its loss.
///
/// Source: COST Action 231, final report (1999), section 4.7.2, the multi-wall model at 1.8 GHz.
public enum WallMaterial: String, CaseIterable, Sendable {
  /// Plasterboard, particle board, or a thin wall of light concrete, under 10 cm.
  case light
  /// Load-bearing brick or concrete of more than 10 cm.
  case heavy

  var loss: Decibels {
    switch self {
    case .light: 3.4
    case .heavy: 6.9
    }
  }
}
