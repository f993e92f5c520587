public import Documents
public import World

/// The site-general model of ITU-R P.1238, with the level at one metre in place of the transmitter's power.
///
/// `L = 20 log10 f - 28 + N log10 d + L_f(n)` with f in MHz, d in metres from 1 on, and n floors between the two
/// ends: `level = C - N log10 d - L_f(n)`. Walls are in N; those of the plan come on top, unless left out.
///
/// Source: Recommendation ITU-R P.1238-7 (2012), equation 1, N for 1.8 to 2.5 GHz from table 2 and L_f from
/// table 3 for 1.8 to 2 GHz, as implemented in ns-3's ItuR1238PropagationLossModel.
public struct SiteGeneralLoss: DeclaredSettings {
  /// The kinds of building for which the model has coefficients.
  public enum Environment: String, Hashable, Sendable, CaseIterable {
    case residential
    case office
    case commercial

    private var terms: (coefficient: Double, firstFloor: Double, otherFloor: Double) {
      switch self {
      case .residential: (28, 4, 4)
      case .office: (30, 15, 4)
      case .commercial: (22, 6, 3)
      }
    }

    /// N, in decibels a decade.
    public var coefficient: Double { terms.coefficient }

    /// L_f of so many floors; 0 for none.
    func loss(ofFloors floors: Int) -> Decibels {
      floors > 0 ? Decibels(terms.firstFloor + terms.otherFloor * Double(floors - 1)) : 0
    }
  }

  /// C, the mean level at one metre.
  public var levelAtOneMetre: DBm = -59
  /// The kind of building.
  public var environment = Environment.office

  public init() {}
  public static let keys: [SettingKey<SiteGeneralLoss>] = [
    .required("c", \.levelAtOneMetre, .levelAtOneMetre, unit: "dBm", "The mean RSSI at 1 m."),
    .required(
      "environment", \.environment,
      .choice([
        .residential: "28 dB a decade.", .office: "30 dB a decade.", .commercial: "22 dB a decade.",
      ]), "The kind of building, which also determines the loss of its floors."),
  ]

  var curve: LossCurve { LossCurve(perDecade: environment.coefficient) }
}
