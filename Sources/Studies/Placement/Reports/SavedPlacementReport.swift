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
        .init(
          key: "tableNotes",
          value: Document(
            tableNotes.sorted { $0.key < $1.key }.map { table, notes in
              .init(key: table, value: Document(notes.map { Document($0) }))
            })),
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
    func notes(_ table: String) throws(FileProblem) -> [String] {
      try document["tableNotes"].elements(table).map { note throws(FileProblem) in try note.text }
    }
    let verdict: [Figure<Document>] = [.init(nil, "verdict") { (try? $0.text("standing")) ?? "" }]
    let best = ReportTable(
      of: try document.elements("best") + [document["constant"]],
      (JudgedPipeline.layout + JudgedPipeline.decision(figure)).saved() + verdict, keys: 3,
      notes: try notes("best"))
    let searches = ReportTable(
      of: try document.elements("searches"), Self.searches, notes: try notes("searches"))
    let bill = ReportTable(
      of: try document.elements("bill"), InstallationPlan.Item.figures.saved(), notes: try notes("bill"))
    sections =
      [.paragraphs(Array(sentences.dropFirst())), .table(best)]
      + (try Self.rooms(document, notes("bestByRooms"))) + [.table(searches), .table(bill)]
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

extension PlacementResult {
  /// What stands below the tables, on the terminal and on the page of a folder, by the key of the table in `placement.json`.
  var tableNotes: [String: [String]] {
    let (one, pairs) =
      verdict.figure.isOfPositions
      ? (
        "pipeline",
        "at the same moments. A missed fix counts as one at the middle of the site, which the constant baseline always answers."
      ) : ("one", "by walk.")
    return [
      "best": [
        "[95 %]: Student's t over walks. More than chosen: than the best \(one) with the chosen layout, paired \(pairs)"
      ],
      "bestByRooms": ["Share of the fixes in the walker's room, each room counting equally."],
      "searches": heard == 0
        ? [] : ["At every point at least \(heard) beacons are heard in half of the readings or more."],
      "bill": [
        "Mounting, programming and labelling take about \(FixedPoint.text(installation.hours, decimals: 1)) h, with "
          + "\(FixedPoint.text(installation.metres, decimals: 0)) m on foot from beacon to beacon. Battery: by the "
          + "charge for each advertising event, without self-discharge."
      ],
    ]
  }
}
