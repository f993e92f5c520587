package import Documents

/// A small schema that uses every shape once.
package enum Sample {
  private static let place = Schema.named(
    "place",
    .tuple(
      [
        .init("x", .coordinate, unit: "m"), .init("y", .coordinate, unit: "m"),
        .init("z", .coordinate, unit: "m"),
      ], required: 2),
    about: "A place in metres.")

  private static let noise = Schema.union([
    .init(
      "white", .object([.defaulted("deviation", .number(.atLeast(0)), to: 4, unit: "dB", "Its deviation.")]),
      "White."),
    .init("field", .object([.required("scale", .number(.above(0)), unit: "m", "Its scale.")]), "A field."),
    .init("none", "No noise."),
  ])

  package static let schema = Schema.object(
    [
      .required("name", .text(.name), "The name."),
      .defaulted("seed", .integer(.between(0, 1000)), to: 1, "The seed."),
      .defaulted(
        "channel",
        .object([
          .defaulted("n", .number(.above(0)), to: 2, "The exponent."),
          .defaulted(
            "c", .alternatives([.enumeration(["measuredPower"]), .number(.between(-100, -20))]),
            to: "measuredPower", unit: "dBm", "The level at 1 m."),
          .defaulted("noise", noise, to: "white", "What is added."),
        ]), to: [:], "The channel."),
      .defaulted(
        "round", .enumeration([.init("halfToEven", "Ties to even."), "none"]), to: "halfToEven", "Rounding."),
      .defaulted("snap", .boolean, to: true, "Whether to snap."),
      .optional("nodes", .map(of: place, count: .atLeast(2)), "Places by name."),
      .defaulted(
        "edges", .array(of: .tuple([.init("from", .text()), .init("to", .text())], required: 2)), to: [],
        "Pairs."),
      .optional("file", .text(.any), "A file."),
      .optional("digest", .text(.sha256), "A digest."),
      .optional("uuid", .text(.uuid), "A UUID."),
    ], rules: [.exactlyOne(of: "nodes", "file")])

  /// Texts that look like something else, and numbers that are hard to print.
  package static let awkward: Document = [
    "yes": "no", "n": 0.1, "big": 1e22, "small": 1e-7, "least": 2.5e-308, "whole": 3.0, "integer": -7,
    "empty": "", "space": " a", "colon": "a: b", "hash": "a #b", "dash": "-", "number": "12", "null": "null",
    "quotes": "\"\\\n\t\u{7}é😀\u{2028}", "tilde": "~", "date": "2021-11-29", "list": [], "map": [:],
    "nested": [["x": [1, [2, [3.5]], ["deep": nil]]], "word", true],
    "long": [
      "a rather long text that takes its place", "and another one of the same length", "and a third one",
      [
        "key": "value",
        "other": ["a rather long text that takes its place", "and another one of that length"],
      ],
    ],
  ]
}
