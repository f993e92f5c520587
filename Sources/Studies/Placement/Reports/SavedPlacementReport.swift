package import Documents
package import Rendering
package import World

extension PlacementResult {
  /// What a folder keeps: the document that is printed, with the verdict in sentences and the notes of the tables.
  package var saved: Document {
    guard case .object(let members) = document.content else { return document }
    let sentences = verdict.sentences(walks: walks, constant).map { Document($0) }
    return Document(
      members + [
        .init(key: "sentences", value: Document(sentences)),
        .init(key: PlacementNotes.key, value: tableNotes.document),
      ])
  }
}

/// A placement study as its folder keeps it.
package struct SavedPlacementReport: Sendable {
  /// What came out; the first is the head of a page, and the sections begin with the others.
  package let sentences: [String]
  /// The tables, with what is said of them.
  package let sections: [ReportSection]

  /// - Parameter document: `placement.json`.
  /// - Throws: `FileProblem` where it is damaged.
  package init(_ document: Document) throws(FileProblem) {
    sentences = try document.elements("sentences").map { sentence throws(FileProblem) in try sentence.text }
    let figure = JudgedFigure(named: try document["verdict"].text("figure"))
    let notes = try PlacementNotes(document)
    let verdict: [Figure<Document>] = [.init(nil, "verdict") { (try? $0.text("standing")) ?? "" }]
    let best = ReportTable(
      of: try document.elements("best") + [document["constant"]],
      (JudgedPipeline.layout + JudgedPipeline.decision(figure)).saved() + verdict, keys: 3,
      notes: notes[.best])
    let searches = ReportTable(
      of: try document.elements("searches"), Self.searches, notes: notes[.searches])
    let bill = ReportTable(
      of: try document.elements("bill"), InstallationPlan.Item.figures.saved(), notes: notes[.bill])
    sections =
      [.paragraphs(Array(sentences.dropFirst())), .table(best)]
      + (try Self.rooms(document, notes[.rooms])) + [.table(searches), .table(bill)]
  }

  /// The pipelines with the most right rooms; nothing for a site without rooms.
  private static func rooms(_ document: Document, _ notes: [String]) throws(FileProblem) -> [ReportSection] {
    let rooms = try document.elements("bestByRooms")
    guard !rooms.isEmpty else { return [] }
    let table = ReportTable(
      of: rooms + [try document["constant"]], (JudgedPipeline.layout + JudgedPipeline.rooms).saved(), keys: 3,
      notes: notes)
    return [.paragraph("Of each layout the pipeline with the most fixes in the right room:"), .table(table)]
  }

  private static let searches: [Figure<Document>] = [
    .init(nil, "search") { (try? $0.text("method")) ?? "" },
    .init(nil, "beacons") { (try? $0.integer("beacons")) ?? 0 },
    .init(nil, "objective", decimals: 4) { try? $0.number("value") },
  ]
}

extension Array {
  /// The same columns of subjects that were saved as JSON.
  fileprivate func saved<Subject>() -> [Figure<Document>] where Element == Figure<Subject> {
    compactMap { figure in
      guard let key = figure.key, let column = figure.column else { return nil }
      return Figure<Document>(key: key, column: column) { saved in
        guard let value = saved.optional(key) else { return .empty }
        if let text = try? value.text { return .text(text) }
        if figure.intervalKey == nil, let count = try? value.integer { return .count(count) }
        let interval = figure.intervalKey.flatMap { key in try? saved.interval(key) }
        return figure.intervalKey == nil ? .number(try? value.number) : .interval(try? value.number, interval)
      }
    }
  }
}
