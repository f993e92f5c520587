import Evaluation
package import Laps
import Positioning
package import Rendering
package import World

extension ReportSection {
  /// A map of the first walker's lap with the fixes of one pipeline.
  ///
  /// - Parameter pipeline: an index.
  package static func map(of record: LapRecord, on site: Site, pipeline: Int, named name: String)
    -> ReportSection
  {
    .map(
      title: "Lap \(record.truth.lap), \(name):",
      SiteMap(
        of: site, walk: record.truth.walk,
        fixes: record.callbacks[pipeline].compactMap { try? $0.fix.get() }))
  }
}
