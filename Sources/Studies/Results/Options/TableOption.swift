package import ArgumentParser
package import Documents
public import Rendering

/// In which form a verb prints its tables.
package struct TableOption: ParsableArguments {
  /// Nil for text.
  @Option(
    help: ArgumentHelp(
      "The form of the tables, such as latex for a paper. (default: text)",
      valueName: "form"))
  package var table: ReportForm?

  package init() {}

  /// Refuses the option beside JSON.
  package func check(json: Bool) throws {
    guard json, table != nil else { return }
    throw ValidationError("--table cannot be combined with --json")
  }

  /// The report in the form that is asked for.
  package func text(of report: [ReportSection]) -> String {
    report.text(as: table ?? .text, width: OutputWidth.ofStandardOutput)
  }

  /// Prints one JSON document or a report.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document, json: Bool
  ) throws {
    guard !json else { return try StandardStreams.print(document().json) }
    let isText = table == nil || table == .text
    try StandardStreams.print(
      text(of: report()), terminator: "", hasVerdicts: isText && VerdictColours.areWanted)
  }
}

/// How a verb prints its results: tables in one form, or a JSON document.
package struct OutputOptions: ParsableArguments {
  /// Whether JSON is printed.
  @Flag(help: "Print one JSON document instead of tables.")
  package var json = false

  /// The form of tables.
  @OptionGroup package var tables: TableOption

  package init() {}

  package func validate() throws { try tables.check(json: json) }

  /// Prints one JSON document or a report, and ends with status 1 where a check failed.
  package func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document,
    failure: String? = nil
  ) throws {
    try tables.show(report(), try document(), json: json)
    if let failure { throw CheckFailed(sentence: failure) }
  }
}

extension ReportForm: ExpressibleByArgument {}
