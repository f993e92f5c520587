package import ArgumentParser
package import Documents
public import Rendering
package import World

/// What a verb prints of its report, and in which form.
package struct TableOption: ParsableArguments, TablePrinting {
  /// Nil for text.
  @Option(help: .tableForm) package var table: ReportForm?
  /// Nil for all columns of all tables.
  @Option(.tableColumns) package var columns: [String]?
  /// Whether details and legends are printed.
  @Flag(.verbose) package var verbose = false

  package init() {}
}

/// What prints a report in the form that is asked for.
package protocol TablePrinting {
  var table: ReportForm? { get }
  var columns: [String]? { get }
  var verbose: Bool { get }
}

extension ArgumentHelp {
  fileprivate static let tableForm = ArgumentHelp(
    "The form of the tables; csv and latex give one table alone, the first or that of --columns. (default: text)",
    valueName: "form")
}

extension TablePrinting {
  /// Whether a report is printed for people to read.
  package var isText: Bool { (table ?? .text) == .text && columns == nil }

  /// Refuses the options beside JSON.
  package func check(json: Bool) throws {
    let given = [("--table", table != nil), ("--columns", columns != nil), ("--verbose", verbose)]
    guard json, let option = given.first(where: \.1)?.0 else { return }
    throw ValidationError("\(option) cannot be combined with --json")
  }

  /// The report, or what is asked for of it, in the form that is asked for.
  package func text(of report: [ReportSection]) throws(FileProblem) -> String {
    try chosen(of: report).text(as: table ?? .text, width: OutputWidth.ofStandardOutput)
  }

  private func chosen(of report: [ReportSection]) throws(FileProblem) -> [ReportSection] {
    guard let columns else { return verbose ? report : report.brief }
    let tables = report.tables
    guard let chosen = tables.lazy.compactMap({ $0.only(columns) }).first else {
      throw FileProblem(
        file: "--columns",
        expected: "columns of one table: "
          + tables.map { $0.columns.map(\.title).joined(separator: ",") }.joined(separator: "; or "),
        found: columns.joined(separator: ","))
    }
    return [.table(chosen)]
  }

  /// Prints one JSON document or a report.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document, json: Bool
  ) throws {
    guard !json else { return try StandardStreams.print(document().json) }
    try StandardStreams.print(
      try text(of: report()), terminator: "", hasVerdicts: isText && VerdictColours.areWanted)
  }
}

/// How a verb prints its results: tables in one form, or a JSON document.
package struct OutputOptions: ParsableArguments, TablePrinting {
  /// Whether JSON is printed.
  @Flag(help: "Print one JSON document instead of tables.")
  package var json = false

  /// Nil for text.
  @Option(help: .tableForm) package var table: ReportForm?
  /// Nil for all columns of all tables.
  @Option(.tableColumns) package var columns: [String]?
  /// Whether details and legends are printed.
  @Flag(.verbose) package var verbose = false

  package init() {}

  package func validate() throws { try check(json: json) }

  /// Prints one JSON document or a report, and ends with status 1 where a check failed.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document,
    failure: String? = nil
  ) throws {
    try show(report(), try document(), json: json)
    if let failure { throw CheckFailed(sentence: failure) }
  }
}

extension ReportForm: ExpressibleByArgument {}
