import Documents
import World

/// The row that every table has: the middle of the site, whatever is heard. A method must have smaller errors than this
/// row to be of use.
enum Baseline {
  /// The scenario with the baseline as its last pipeline, unless it lists one itself.
  ///
  /// One without pipelines stays as it is: the schema says what is wrong with it.
  static func added(to document: Document) throws(FileProblem) -> Document {
    guard case .array(let pipelines) = document.optional("pipelines")?.content, !pipelines.isEmpty,
      !pipelines.contains(where: isBaseline)
    else { return document }
    let isTaken = pipelines.contains { $0.optional("name")?.content == .text("room centre") }
    let name = isTaken ? "room centre (baseline)" : "room centre"
    return try document.appending(
      ["name": Document(name), "method": "roomCentre", "snap": false], toListOf: "pipelines")
  }

  static func isBaseline(_ pipeline: Document) -> Bool {
    let method = pipeline.optional("method")
    return method?.content == .text("roomCentre") || method?.optional("roomCentre") != nil
  }
}
