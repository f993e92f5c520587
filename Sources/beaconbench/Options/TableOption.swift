import ArgumentParser
import Documents
public import Rendering

/// In which form a verb prints its tables.
struct TableOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The form of the tables, such as latex for a paper. (default: text)",
      valueName: "form"))
  var table: ReportForm?

  /// Refuses the option beside JSON.
  func check(json: Bool) throws {
    guard json, table != nil else { return }
    throw ValidationError("--table cannot be combined with --json")
  }

  func text(of report: [ReportSection]) -> String {
    report.text(as: table ?? .text, width: OutputWidth.ofStandardOutput)
  }

  /// Prints one JSON document or a report.
  func show(
    _ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document, json: Bool
  ) throws {
    guard !json else { return try print(document().json) }
    let isText = table == nil || table == .text
    try print(text(of: report()), terminator: "", hasVerdicts: isText && VerdictColours.areWanted)
  }
}

/// How a verb prints its results: tables in one form, or a JSON document.
struct OutputOptions: ParsableArguments {
  @Flag(help: "Print one JSON document instead of tables.")
  var json = false

  @OptionGroup var tables: TableOption

  func validate() throws { try tables.check(json: json) }

  func show(_ report: @autoclosure () -> [ReportSection], _ document: @autoclosure () throws -> Document)
    throws
  {
    try tables.show(report(), try document(), json: json)
  }
}

extension ReportForm: ExpressibleByArgument {}
