import Documents
import Rendering
import Scenarios
import Sites
package import World

extension PlacementStudy {
  /// The chosen layout as files: a site, a scenario that runs with it, and tables.
  package func files(of result: PlacementResult) throws(FileProblem) -> [(name: String, text: String)] {
    let scenario = try PlacementWalks.with(result.chosen, in: scenario.resolved)
    let saved = try SavedScenario(
      scenario.setting("name", to: Document(settings.name)), site: result.chosen.site.document,
      tables: simulation.tables)
    return saved.texts + tables(of: result)
  }

  /// The beacons, the curve, the map and the batteries.
  package func tables(of result: PlacementResult) -> [(name: String, text: String)] {
    [
      ("beacons.csv", InstallationPlan.Beacon.figures.csv(of: result.installation.beacons)),
      ("curve.csv", PlacementResult.Step.figures.csv(of: result.steps)),
      ("map.csv", PlacementResult.MapPoint.figures.csv(of: result.map)),
      (
        "batteries.csv",
        InstallationPlan.Battery.figures.csv(of: result.installation.batteries)
      ),
    ]
  }
}
