import Documents
import Placement

extension ResultsReport {
  /// A folder of `place`, which has no laps to show.
  package init(placement path: String) throws {
    let placement = try PlottedPlacement(contentsOf: path)
    let document = placement.document
    let saved = try SavedPlacementReport(document)
    title = "Placement of \(placement.title)"
    headline = saved.sentences.first ?? ""
    lead = "Layouts of searches and rules, judged by the pipelines of the scenario on simulated walks."
    facts = [
      Facts(
        title: "What was run",
        items: [
          ("folder", path), ("study", placement.title), ("seed", "\(try document["seed"].integer)"),
          ("objective", try document.text("objective")),
          ("candidates", "\(try document["candidates"].integer)"),
          ("walks that judge", "\(try document["walks"].integer), and as many fresh ones"),
        ])
    ]
    results = saved.sections
    plots = try PlotSet(.placement(placement), results: [], options: PlotOptions())
    (metrics, player, playerNote) = ([], nil, "")
    limits =
      [
        "A layout is best for the walks, the channel and the pipelines of its scenario; other habits of walking and other walls need a "
          + "study of their own."
      ] + (try document.elements("notes").map { try $0.text })
  }
}
