import Comparisons
import Documents
import Scenarios
import Sites
package import World

/// The seed of a simulated task: fixed by a commitment, and known once the round is opened.
package struct BenchmarkRound: Sendable {
  /// The seed of the scored laps; nil while the round is closed.
  package let seed: UInt64?
  /// The seed of laps on which anyone may try a method.
  package let practice: UInt64
  /// What fixes the seed, in words.
  package let commitment: String
  /// By method, the digest of what was entered before the seed was published; empty while the round is closed.
  let registered: [String: String]

  /// The keys under `round`.
  static var schema: Schema {
    .object([
      .required("commitment", commitmentSchema, "What fixes the seed before it is known."),
      .defaulted(
        "practice", SettingForm<UInt64>.seed.schema, to: 1,
        "The seed of laps for practice, whose scores are shown in no table."),
      .optional("reveal", revealSchema, "The seed, once the round is open; absent while it is closed."),
    ])
  }

  private static var commitmentSchema: Schema {
    .object(
      [
        .optional("sha256", .text(.sha256), "The SHA-256 digest of the text NAME:SEED:SALT."),
        .optional(
          "beacon",
          .object([
            .required("name", .text(.line), "Whose public random numbers decide, such as drand quicknet."),
            .required("round", .integer(.between(1, 1_000_000_000_000)), "The number of the round or pulse."),
            .required("at", .text(.line), "When it is published, in UTC."),
          ]), "Public random numbers of a later time, which no one knows yet."),
      ], rules: [.exactlyOne(of: "sha256", "beacon")])
  }

  private static var revealSchema: Schema {
    .object(
      [
        .optional("seed", SettingForm<UInt64>.seed.schema, "The seed that the digest was made of."),
        .optional("salt", .text(.name), "The salt that it was made of, of 32 characters or more."),
        .optional("randomness", .text(.sha256), "What the beacon published, in hexadecimal."),
        .defaulted(
          "registered", .map(of: .text(.sha256)), to: [:],
          "By method, the digests of what was entered before that, as `benchmark page --json` lists them."),
      ], rules: [.exactlyOne(of: "seed", "randomness"), .together("seed", "salt")])
  }

  /// - Parameters:
  ///   - round: resolved.
  ///   - name: of the task.
  /// - Throws: where the seed is not the one that the commitment fixes.
  init(_ round: Document, task name: String) throws(FileProblem) {
    practice = try SettingForm<UInt64>.seed.read(round["practice"])
    let reveal = round.optional("reveal")
    var registered: [String: String] = [:]
    for member in try reveal?["registered"].members ?? [] {
      registered[member.key] = try member.value.text.lowercased()
    }
    self.registered = registered
    if let beacon = try round["commitment"].optional("beacon") {
      commitment =
        "\(try beacon.text("name")), round \(try beacon.integer("round")), published at \(try beacon.text("at"))"
      seed = try reveal.map { reveal throws(FileProblem) in
        try Self.seed(of: reveal["randomness"].text, task: name)
      }
    } else {
      let digest = try round["commitment"].text("sha256").lowercased()
      commitment = "SHA-256 \(digest)"
      seed = try reveal.map { reveal throws(FileProblem) in
        try Self.seed(in: reveal, is: digest, task: name)
      }
    }
  }

  /// The digest by which an organiser commits to a seed.
  package static func digest(task name: String, seed: UInt64, salt: String) throws(FileProblem) -> String {
    try FileDigest.sha256(of: "\(name):\(seed):\(salt)", name: name)
  }

  /// The seed that public random numbers give: the first 13 hexadecimal digits of the SHA-256 digest of NAME:RANDOMNESS, a number
  /// below 2^52.
  package static func seed(of randomness: String, task name: String) throws(FileProblem) -> UInt64 {
    let digest = try FileDigest.sha256(of: "\(name):\(randomness.lowercased())", name: name)
    return UInt64(digest.prefix(13), radix: 16) ?? 0
  }

  private static func seed(in reveal: Document, is digest: String, task name: String) throws(FileProblem)
    -> UInt64
  {
    let (seed, salt) = (try SettingForm<UInt64>.seed.read(reveal["seed"]), try reveal.text("salt"))
    guard salt.utf8.count >= 32 else {
      throw try reveal["salt"].problem(
        expected: "a salt of 32 characters or more", found: "\(salt.utf8.count)")
    }
    let found = try self.digest(task: name, seed: seed, salt: salt)
    guard found == digest else {
      throw try reveal["seed"].problem(
        expected: "the seed that was committed to, with the SHA-256 digest \(digest) of \(name):SEED:SALT",
        found: "one with \(found)")
    }
    return seed
  }
}
