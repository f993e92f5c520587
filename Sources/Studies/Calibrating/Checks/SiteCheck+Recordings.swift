package import Captures
import Laps
package import Sites

extension SiteCheck {
  /// Checks a site by a recorded walk; of a table with several laps by all of them, unless one is chosen.
  package init(
    of site: SiteFile, recording path: String, truth: TruthTable, lap: Int? = nil,
    averageSeconds: Double? = nil,
    errorRate: Double, options: ReplayOptions = ReplayOptions()
  ) throws {
    var windows = SiteWindows(site.site)
    for lap in try CalibrationInput.laps(of: path, chosen: lap) {
      var input = try RecordedInput(
        contentsOf: path, site: site.site, averageSeconds: averageSeconds, lap: lap, options: options)
      windows.add(try input.stream(site: site.site), truth: try truth.walk(lap: lap))
    }
    try self.init(windows, of: site.site, source: path, errorRate: errorRate)
  }
}
