import World

/// The form in which a report is printed.
package enum ReportForm: String, CaseIterable, Sendable {
  /// Aligned columns for a terminal.
  case text
  /// Tables as GitHub reads them.
  case markdown
  /// The first table alone, by RFC 4180.
  case csv
  /// The first table alone, with the rules of booktabs and numbers aligned by siunitx.
  case latex
}

extension [ReportSection] {
  /// Everything in lines that are ended, with an empty line between sections and without those that hold nothing; of forms for other
  /// programs the first table.
  ///
  /// - Parameter width: of a line of text; in other forms lines are as long as they are, and tables are whole.
  package func text(as form: ReportForm, width: Int) -> String {
    switch form {
    case .text: text(width: width)
    case .markdown: text(by: MarkdownTable())
    case .csv: tables.first.map(CSVTable.text) ?? ""
    case .latex: tables.first.map(LaTeXTable.text) ?? ""
    }
  }

  /// Everything as the content of an element of a page, with every text escaped.
  package var html: String { text(by: HTMLTable()) }

  fileprivate func text(by writer: some TableWriter) -> String {
    map { $0.text(by: writer) }.filter { !$0.isEmpty }.joined(separator: "\n")
  }
}

/// What a form other than text makes of the parts of a report.
package protocol TableWriter {
  /// One paragraph, with the end of its last line.
  func paragraph(_ text: String) -> String
  /// Paragraphs that stand together.
  var separator: String { get }
  /// A table without its notes.
  func table(_ table: ReportTable) -> String
  /// What stands below a table.
  func notes(_ texts: [String]) -> String
  /// Lines that must stay as they are.
  func verbatim(_ lines: String) -> String
}

extension ReportSection {
  fileprivate func text(by writer: some TableWriter) -> String {
    switch self {
    case .paragraphs(let texts): return writer.paragraphs(texts)
    case .table(let table):
      return [writer.table(table), writer.notes(table.notes + table.legend)].filter { !$0.isEmpty }.joined(
        separator: writer.separator)
    case .list(let heading, _):
      return writer.paragraphs([heading]) + writer.separator + [self].tables.map(writer.table).joined()
    case .folders(let folders, _): return writer.paragraphs(["Results: " + folders.joined(separator: ", ")])
    case .histories: return writer.verbatim(text(width: OutputWidth.piped))
    case .details(let sections): return sections.text(by: writer)
    }
  }
}

extension TableWriter {
  package func notes(_ texts: [String]) -> String { paragraphs(texts) }

  package func paragraphs(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.map { paragraph($0.printable()) }.joined(separator: separator)
  }
}
