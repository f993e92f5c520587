import World

/// The form in which a report is printed.
package enum ReportForm: String, CaseIterable, Sendable {
  /// Aligned columns for a terminal.
  case text
  /// Tables as GitHub reads them.
  case markdown
  /// RFC 4180, with what is no table in lines that begin with `#`.
  case csv
  /// Tables of booktabs with numbers aligned by siunitx; what is no table stands in comments.
  case latex
}

extension [ReportSection] {
  /// Everything in lines that are ended; an empty line stands between sections, and those that hold nothing are left out.
  ///
  /// - Parameter width: of a line of text; in other forms lines are as long as they are, and tables are whole.
  package func text(as form: ReportForm, width: Int) -> String {
    guard let writer: any TableWriter = form.writer else { return text(width: width) }
    return text(by: writer)
  }

  /// Everything as the content of an element of a page, with every text escaped.
  package var html: String { text(by: HTMLTable()) }

  private func text(by writer: some TableWriter) -> String {
    let sections = map { $0.text(by: writer) }.filter { !$0.isEmpty }
    return sections.isEmpty ? "" : writer.preamble + sections.joined(separator: "\n")
  }
}

/// What a form other than text makes of the parts of a report.
package protocol TableWriter {
  /// Stands before everything else.
  var preamble: String { get }
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

extension ReportForm {
  fileprivate var writer: (any TableWriter)? {
    switch self {
    case .text: nil
    case .markdown: MarkdownTable()
    case .csv: CSVTable()
    case .latex: LaTeXTable()
    }
  }
}

extension ReportSection {
  fileprivate func text(by writer: any TableWriter) -> String {
    switch self {
    case .paragraphs(let texts): return writer.paragraphs(texts)
    case .table(let table):
      return [writer.table(table), writer.notes(table.notes)].filter { !$0.isEmpty }.joined(
        separator: writer.separator)
    case .list(let heading, let items):
      var table = ReportTable([.init("property"), .init("value")])
      for item in items { table.add([.text(item.label), .text(item.value)]) }
      return writer.paragraphs([heading]) + writer.separator + writer.table(table)
    case .folders(let folders): return writer.paragraphs(["Results: " + folders.joined(separator: ", ")])
    case .histories: return writer.verbatim(text(width: OutputWidth.piped))
    }
  }
}

extension TableWriter {
  package func notes(_ texts: [String]) -> String { paragraphs(texts) }

  package func paragraphs(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.map { paragraph($0.printable()) }.joined(separator: separator)
  }
}
