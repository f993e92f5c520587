import World

/// The score of the EvAAL and IPIN competitions: the third quartile of the errors, each with 15 m for every floor
/// by which the fix is wrong.
///
/// Source: Potortì et al. 2017, "Comparing the performance of indoor localization systems through the EvAAL framework",
/// Sensors 17 (10) 2327, doi:10.3390/s17102327. There every second has an answer; what is missed here is not in it.
public enum FloorPenalty {
  /// Metres.
  public static let perFloor = 15.0

  /// The error of one fix with its floors, in metres.
  public static func penalised(_ offset: PositionError.Offset) -> Double {
    (offset.vector?.horizontalLength ?? offset.metres) + perFloor * Double(offset.floors.magnitude)
  }

  /// Nil when nothing was measured.
  ///
  /// - Parameter penalised: of all fixes.
  public static func thirdQuartile(of penalised: [Double]) -> Double? {
    Quantiles.of(penalised, at: [0.75])?[0]
  }
}
