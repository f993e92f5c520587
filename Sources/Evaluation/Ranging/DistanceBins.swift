/// The true distances that ranging is scored by: up to 1, 3, 5, 10 and 20 m, and beyond.
public enum DistanceBins {
  /// Metres at which one bin ends, itself included, and the next begins.
  public static let edges = [1.0, 3, 5, 10, 20]
  public static let count = edges.count + 1

  /// Metres between which a bin lies; nil for no end.
  public static func bounds(of bin: Int) -> (from: Double, to: Double?) {
    (bin == 0 ? 0 : edges[bin - 1], bin < edges.count ? edges[bin] : nil)
  }

  static func bin(of distance: Double) -> Int {
    var bin = 0
    while bin < edges.count, distance > edges[bin] { bin += 1 }
    return bin
  }
}
