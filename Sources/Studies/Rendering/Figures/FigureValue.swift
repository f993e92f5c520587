package import Documents
package import Evaluation
import Sites
package import World

/// The value of a figure, independent of its form: JSON, CSV and tables each write it in their own way.
package enum FigureValue: Hashable, Sendable {
  /// Where a value would make no sense: null in JSON, an empty cell elsewhere.
  case empty
  case text(String)
  case flag(Bool)
  case count(Int)
  /// Nil where it could not be found: null in JSON, `–` in a table, an empty field in CSV.
  case number(Double?)
  /// `2.24 [2.17, 2.31]`; without bounds the value alone, without a value `–`.
  case interval(Double?, from: Double?, to: Double?)
  /// `2.23 / 2.05`: a mean and a standard deviation, of which the second may not be known; two fields in a CSV table.
  case meanAndDeviation(Double, Double?)
  /// What has figures of its own.
  indirect case nested(Document)

  /// A value with its bounds; nil bounds where there is no interval.
  package static func interval(_ value: Double?, _ interval: ConfidenceInterval?) -> FigureValue {
    .interval(value, from: interval?.lower, to: interval?.upper)
  }

  /// Figures under names that only the results know.
  package static func object(_ members: [(key: String, value: FigureValue)]) -> FigureValue {
    .nested(Document(members.map { .init(key: $0.key, value: $0.value.document) }))
  }

  /// An object with a count for each key, in their order.
  package static func counts(_ counts: [(key: String, count: Int)]) -> FigureValue {
    object(counts.map { ($0.key, .count($0.count)) })
  }

  /// An object with the figures of another one too.
  package func with(_ other: FigureValue) -> FigureValue {
    guard case .object(let own) = document.content, case .object(let more) = other.document.content else {
      return self
    }
    return .nested(Document(own + more))
  }

  /// As JSON: an interval is its value alone.
  package var document: Document {
    switch self {
    case .empty: nil
    case .text(let text): Document(text)
    case .flag(let flag): Document(flag)
    case .count(let count): Document(count)
    case .number(let number), .interval(let number, _, _): Document(number)
    case .meanAndDeviation(let mean, let deviation): [Document(mean), Document(deviation)]
    case .nested(let document): document
    }
  }

  /// `[lower, upper]`, or null.
  package var bounds: Document {
    guard case .interval(_, let from?, let to?) = self else { return nil }
    return [Document(from), Document(to)]
  }

  /// Appends a field of CSV: numbers are Swift's shortest that read back exactly.
  package func write(to row: inout [UInt8]) {
    switch self {
    case .empty, .nested, .meanAndDeviation: break
    case .text(let text): row += csvField(text).utf8
    case .flag(let flag): row.append(flag ? 0x31 : 0x30)
    case .count(let count): row += count.description.utf8
    case .number(let number), .interval(let number, _, _): if let number { row += number.description.utf8 }
    }
  }
}

/// What a description may give for a figure.
package protocol FigureConvertible: SendableMetatype {
  var figureValue: FigureValue { get }
  /// What an optional without a value comes to.
  static var missing: FigureValue { get }
}

extension FigureConvertible {
  /// No value of its own stands for a missing text.
  package static var missing: FigureValue { .empty }
}

extension FigureValue: FigureConvertible {
  package var figureValue: FigureValue { self }
}

extension String: FigureConvertible {
  package var figureValue: FigureValue { .text(self) }
}

extension Bool: FigureConvertible {
  package var figureValue: FigureValue { .flag(self) }
}

extension Int: FigureConvertible {
  package var figureValue: FigureValue { .count(self) }
}

extension UInt64: FigureConvertible {
  /// A seed; scenarios hold none that does not fit.
  package var figureValue: FigureValue { .count(Int(self)) }
}

extension Double: FigureConvertible {
  package var figureValue: FigureValue { .number(self) }
  /// A number that is missing, so that a column stays one of numbers.
  package static var missing: FigureValue { .number(nil) }
}

extension Document: FigureConvertible {
  package var figureValue: FigureValue { .nested(self) }
}

extension ConfidenceInterval: FigureConvertible {
  package var figureValue: FigureValue { .nested([Document(lower), Document(upper)]) }
}

extension TestPoint.ID: FigureConvertible {
  package var figureValue: FigureValue {
    switch self {
    case .number(let number): .count(number)
    case .name(let name): .text(name)
    }
  }
}

extension Array: FigureConvertible where Element: FigureConvertible {
  package var figureValue: FigureValue { .nested(Document(map { $0.figureValue.document })) }
}

extension Optional: FigureConvertible where Wrapped: FigureConvertible {
  package var figureValue: FigureValue {
    // A key path of a generic type would be made at every call.
    switch self {
    case nil: Wrapped.missing
    case let value?: value.figureValue
    }
  }
}

extension Document {
  /// An interval that a result holds; nil where it has none, as with one lap.
  package func interval(_ key: String) throws(FileProblem) -> ConfidenceInterval? {
    guard case .array(let bounds)? = optional(key)?.content, bounds.count == 2 else { return nil }
    return ConfidenceInterval(lower: try bounds[0].number, upper: try bounds[1].number)
  }
}
