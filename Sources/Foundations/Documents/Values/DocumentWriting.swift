import World

extension Document {
  /// JSON on one line, without spaces, keys sorted by their UTF-8 octets, numbers by Swift's `description`.
  ///
  /// A number that is not finite, which no file can give, is written as null. The same value gives the same
  /// bytes everywhere.
  public var json: String {
    var text = ""
    writeJSON(into: &text)
    return text
  }

  /// The same over several lines, indented by two spaces, with a line feed at the end; lists of plain values
  /// stay on one line.
  public var prettyJSON: String {
    var text = ""
    writePrettyJSON(into: &text, indent: "")
    return text + "\n"
  }

  private func writeJSON(into text: inout String) {
    switch content {
    case .array(let elements):
      text += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { text += "," }
        element.writeJSON(into: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in sorted(members).enumerated() {
        if index > 0 { text += "," }
        text += jsonText(member.key) + ":"
        member.value.writeJSON(into: &text)
      }
      text += "}"
    default: text += jsonScalar
    }
  }

  private func writePrettyJSON(into text: inout String, indent: String) {
    let below = indent + "  "
    switch content {
    case .array(let elements) where elements.allSatisfy(\.isScalar):
      text += "[" + elements.map(\.jsonScalar).joined(separator: ", ") + "]"
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        text += (index == 0 ? "[\n" : ",\n") + below
        element.writePrettyJSON(into: &text, indent: below)
      }
      text += "\n\(indent)]"
    case .object(let members) where members.isEmpty: text += "{}"
    case .object(let members):
      for (index, member) in sorted(members).enumerated() {
        text += (index == 0 ? "{\n" : ",\n") + below + jsonText(member.key) + ": "
        member.value.writePrettyJSON(into: &text, indent: below)
      }
      text += "\n\(indent)}"
    default: text += jsonScalar
    }
  }

  private func sorted(_ members: [Member]) -> [Member] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  var isScalar: Bool {
    switch content {
    case .array, .object: false
    default: true
    }
  }

  private var jsonScalar: String {
    switch content {
    case .boolean(let flag): flag.description
    case .integer(let integer): integer.description
    case .number(let number) where number.isFinite: number.description
    case .text(let text): jsonText(text)
    default: "null"
    }
  }
}

extension Document {
  /// YAML in the order of the keys, with a line feed at the end; short maps and lists stand on one line.
  ///
  /// Reading it gives the same value again. Words that any YAML reader could take for something else than a
  /// text are quoted.
  public var yaml: String {
    switch content {
    case .object(let members) where !members.isEmpty:
      return blockLines(of: self).joined(separator: "\n") + "\n"
    case .array(let elements) where !elements.isEmpty:
      return blockLines(of: self).joined(separator: "\n") + "\n"
    default: return flow + "\n"
    }
  }

  /// The lines of a map or list, unindented.
  private func blockLines(of document: Document) -> [String] {
    switch document.content {
    case .object(let members):
      return members.flatMap { member in
        let key = yamlText(member.key) + ":"
        let flow = member.value.flow
        if member.value.fitsOneLine(flow, after: key) { return ["\(key) \(flow)"] }
        return [key] + blockLines(of: member.value).map { "  " + $0 }
      }
    case .array(let elements):
      return elements.flatMap { element in
        let flow = element.flow
        if element.fitsOneLine(flow, after: "-") { return ["- \(flow)"] }
        return blockLines(of: element).enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
      }
    default: return [document.flow]
    }
  }

  private func fitsOneLine(_ flow: String, after lead: String) -> Bool {
    isScalar || lead.utf8.count + flow.utf8.count <= 79
  }

  /// YAML on one line.
  var flow: String {
    switch content {
    case .array(let elements): "[" + elements.map(\.flow).joined(separator: ", ") + "]"
    case .object(let members):
      "{" + members.map { "\(yamlText($0.key)): \($0.value.flow)" }.joined(separator: ", ") + "}"
    case .text(let text): yamlText(text)
    case .number(let number) where number.isFinite: yamlNumber(number)
    default: jsonScalar
    }
  }
}

/// Swift's description, with a point before an exponent: without it some readers see a text.
private func yamlNumber(_ number: Double) -> String {
  let text = number.description
  guard let exponent = text.firstIndex(of: "e"), !text.contains(".") else { return text }
  return text[..<exponent] + ".0" + text[exponent...]
}

private func yamlText(_ text: String) -> String {
  let isPlain: Bool
  if case .value(.text) = PlainScalar(text) {
    isPlain =
      text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: Array("_./- ".utf8).contains(byte)
        }
      } && text.first?.isLetter == true && text.last != " "
  } else {
    isPlain = false
  }
  return isPlain ? text : jsonText(text)
}

/// A text in double quotes as JSON and YAML both read it.
package func jsonText(_ text: String) -> String {
  let isPlain = text.utf8.allSatisfy {
    (0x20...0x7E).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\")
  }
  if isPlain { return "\"" + text + "\"" }
  var quoted = "\""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\"": quoted += "\\\""
    case "\\": quoted += "\\\\"
    case "\n": quoted += "\\n"
    case "\r": quoted += "\\r"
    case "\t": quoted += "\\t"
    case _ where scalar.isPrintable: quoted.unicodeScalars.append(scalar)
    default: quoted += String(scalar).printableJSON
    }
  }
  return quoted + "\""
}

extension Document {
  /// JSON that may stand within a `script` element: nothing in it begins or ends markup.
  public var scriptJSON: String {
    var escaped: [UInt8] = []
    for byte in json.printableJSON.utf8 {
      switch byte {
      case UInt8(ascii: "<"): escaped += "\\u003C".utf8
      case UInt8(ascii: ">"): escaped += "\\u003E".utf8
      case UInt8(ascii: "&"): escaped += "\\u0026".utf8
      default: escaped.append(byte)
      }
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
