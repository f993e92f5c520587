package import Documents
import World

/// What one visual property of a mark shows: an encoding of Vega-Lite.
///
/// Fields are names of this module's own; texts of files stand only in the data, so that nothing in a file can become an
/// expression, a field's path or a reference.
package struct Channel: Hashable, Sendable {
  /// The visual properties that are used, as Vega-Lite names them.
  package enum Name: String, Hashable, Sendable {
    case x, y, x2, y2, yOffset, color, fill, stroke, opacity, shape, strokeDash, size, detail, order, text,
      url
  }

  private var members: [Document.Member]

  private init(_ members: Document) {
    guard case .object(let members) = members.content else {
      self.members = []
      return
    }
    self.members = members
  }

  /// The encoding in Vega-Lite's JSON.
  package var document: Document { Document(members) }

  /// The same with another property, such as an axis of its own.
  package func with(_ key: String, _ value: Document) -> Channel {
    var changed = self
    changed.members.removeAll { $0.key == key }
    changed.members.append(.init(key: key, value: value))
    return changed
  }

  /// A number on a continuous scale.
  ///
  /// - Parameters:
  ///   - title: of its axis or legend, to which the unit is added; nil for none.
  ///   - domain: nil for that of the data.
  ///   - fromZero: whether the scale begins at 0 where the domain is that of the data.
  package static func quantity(
    _ field: String, _ title: String?, unit: String? = nil, domain: ClosedRange<Double>? = nil,
    fromZero: Bool = false, isLogarithmic: Bool = false
  ) -> Channel {
    let name = title.map { title in Document(unit.map { "\(title) (\($0))" } ?? title) } ?? nil
    let scale = Document(present: [
      "type": isLogarithmic ? "log" : .none,
      "domain": domain.map { [Document($0.lowerBound), Document($0.upperBound)] },
      "nice": domain.map { _ in false },
      "zero": isLogarithmic ? .none : Document(fromZero && domain == nil),
    ])
    let channel = Channel(["field": Document(field), "type": "quantitative", "title": name, "scale": scale])
    guard isLogarithmic, let domain else { return channel }
    // So few that no label hides another.
    let ticks = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000]
    return channel.with("axis", ["values": Document(ticks.filter(domain.contains).map(\.plotted))])
  }

  /// A name, in a given order.
  ///
  /// - Parameter range: what stands for each name, one after another; nil for the places of an axis.
  package static func category(
    _ field: String, _ title: String? = nil, order: [String], range: [Document]? = nil
  ) -> Channel {
    let names = Document(order.map { Document($0.printable()) })
    let channel = Channel([
      "field": Document(field), "type": "nominal", "title": title.map { Document($0) } ?? nil,
      "sort": names,
    ])
    guard let range else { return channel.with("scale", ["domain": names]) }
    return channel.with("scale", ["domain": names, "range": Document(range)])
  }

  /// The other end of a range on an axis, which has a scale already.
  package static func end(_ field: String) -> Channel { Channel(["field": Document(field)]) }

  /// A field by which marks are kept apart, or in whose order they are joined.
  package static func field(_ field: String, isNumber: Bool = false) -> Channel {
    Channel(["field": Document(field), "type": isNumber ? "quantitative" : "nominal"])
  }

  /// The same for every mark, in the unit of the picture.
  package static func value(_ value: Document) -> Channel { Channel(["value": value]) }

  /// The same for every mark, in the unit of the scale.
  package static func datum(_ value: Double) -> Channel { Channel(["datum": Document(value)]) }

  /// What a layer does not show.
  package static let absent = Channel([:])

  /// The same without a legend.
  package var withoutLegend: Channel { with("legend", nil) }
}

extension Channel {
  /// The colour of errors in metres: light at 0, dark at the largest one, which counts as 1 m at least.
  ///
  /// So a colour is a share of the largest error, and decimetres between good places do not look like metres.
  package static func errors(_ title: String, upTo largest: Double?) -> Channel {
    heat(title, unit: "m", isReversed: true, domain: 0...max(largest ?? 0, 1))
  }

  /// A colour that goes from dark to light, so that its order is seen in grey too.
  ///
  /// - Parameter domain: nil for that of the data.
  package static func heat(
    _ title: String, unit: String? = nil, isReversed: Bool = false, domain: ClosedRange<Double>? = nil
  ) -> Channel {
    let scale = Document(present: [
      "scheme": "viridis", "reverse": Document(isReversed), "zero": false,
      "domain": domain.map { [Document($0.lowerBound), Document($0.upperBound)] },
    ])
    return Channel.quantity("value", title, unit: unit).with("scale", scale)
      .with("legend", ["tickCount": 5])
  }
}
