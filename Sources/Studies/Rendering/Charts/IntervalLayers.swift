package import Documents

extension Layer {
  /// Values with their intervals, one below the other: a line from `lower` to `upper`, and a mark at the value.
  ///
  /// - Parameters:
  ///   - rows: with the fields of the value and of the place.
  ///   - bounds: the rows that have `lower` and `upper`.
  ///   - shape: by which marks are distinguished besides their colour.
  ///   - size: of a mark, in square points.
  package static func intervals(
    _ rows: [Document], bounds: [Document], _ value: Channel, at place: Channel, _ colour: Channel,
    shape: Channel = .absent, size: Int
  ) -> [Layer] {
    [
      Layer(
        .rule, ["strokeWidth": 1.2], rows: bounds,
        [.x: value.with("field", "lower"), .x2: .end("upper"), .y: place, .color: colour]),
      Layer(
        .point, ["filled": true, "opacity": 1, "size": Document(size)], rows: rows,
        [.x: value, .y: place, .color: colour, .shape: shape]),
    ]
  }
}
