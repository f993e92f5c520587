/// Options that once had another name, or took their values in another form, than the same thing has in other verbs. The old forms
/// still work; a sentence says what to write instead.
enum RenamedOptions {
  private struct Renaming {
    /// With its part, such as `site import`.
    let verb: String
    let old: String
    let new: String
    let meaning: String
  }

  private static let all = [
    Renaming(
      verb: "run", old: "--fixes", new: "--keep-fixes",
      meaning: "it takes no file and writes fixes.csv into the results folder"),
    Renaming(
      verb: "place", old: "--without", new: "--without-each",
      meaning: "it takes no beacons and leaves each of them out in turn"),
    Renaming(verb: "place", old: "--count", new: "--beacons", meaning: "it takes the number of beacons"),
    Renaming(
      verb: "sensitivity", old: "--n", new: "--n-offsets",
      meaning: "it takes offsets, not the exponent itself"),
    Renaming(
      verb: "sensitivity", old: "--c", new: "--c-offsets", meaning: "it takes offsets in dB, not C itself"),
    Renaming(
      verb: "replay", old: "--spacing", new: "--record-spacing", meaning: "it takes seconds between records"),
    Renaming(
      verb: "sweep", old: "--memory", new: "--job-memory",
      meaning: "it is what a job asks Slurm for, not a limit of the program"),
    Renaming(
      verb: "twin", old: "--twins", new: "--replicas", meaning: "it takes the number of simulated replicas"),
    Renaming(
      verb: "replay", old: "--geojson", new: "--geojson-output",
      meaning: "it takes the file to write, while export writes into its folder"),
    Renaming(verb: "inspect", old: "--beacons", new: "--beacon-table", meaning: beaconTable),
    Renaming(verb: "site import", old: "--beacons", new: "--beacon-table", meaning: beaconTable),
    Renaming(
      verb: "site import", old: "--name", new: "--site-name",
      meaning: "it is the name of the site, not of a results folder"),
    Renaming(
      verb: "encode", old: "--name", new: "--owner",
      meaning: "it is the owner of the UUID, not a results folder"),
    Renaming(
      verb: "encode", old: "--building", new: "--building-number",
      meaning: "it takes a number, not the type of a building"),
    Renaming(
      verb: "encode", old: "--kind", new: "--place-kind",
      meaning: "it takes the kind of a place, not of a picture"),
    Renaming(
      verb: "simulate", old: "--format", new: "--capture-format",
      meaning: "it takes the format of a capture, not of a picture"),
    Renaming(
      verb: "plot", old: "--level", new: "--sensitivity",
      meaning: "it takes the weakest RSSI that is heard, as in other verbs"),
    Renaming(verb: "copy", old: "--output", new: "--into", meaning: folder),
    Renaming(verb: "export", old: "--output", new: "--into", meaning: folder),
    Renaming(verb: "place", old: "--output", new: "--into", meaning: folder),
  ]

  private static let beaconTable = "it takes a table, not the number of beacons"
  private static let folder = "it takes a folder, while --output takes a file"

  /// The arguments in the form of today, and a sentence for each that was in an old one.
  static func current(_ arguments: ArraySlice<String>) -> (arguments: ArraySlice<String>, notes: [String]) {
    let renamings = all.filter { arguments.starts(with: $0.verb.split(separator: " ").map(String.init)) }
    // What follows these is no option of the program's.
    let end = arguments.firstIndex { $0 == "--" || $0 == "--decode" } ?? arguments.endIndex
    let isInto = arguments[..<end].contains { isOption("--into", $0) }
    var (rest, current, notes) = (arguments[..<end], [String](), [String]())
    while let argument = rest.popFirst() {
      if let renaming = renamings.first(where: { isOption($0.old, argument) }) {
        current.append(renaming.new + argument.dropFirst(renaming.old.count))
        notes.append(
          "\(renaming.verb) \(renaming.old) is now \(renaming.verb) \(renaming.new): \(renaming.meaning)")
      } else if let value = rewrittenValue(
        of: argument, before: rest.first, verb: arguments.first, isInto: isInto)
      {
        if !argument.contains("=") { rest.removeFirst() }
        current += value.arguments
        notes.append(value.note)
      } else {
        current.append(argument)
      }
    }
    return (current + arguments[end...], notes)
  }

  /// Whether an argument is an option, alone or with its value behind `=`.
  private static func isOption(_ name: String, _ argument: String) -> Bool {
    argument == name || argument.hasPrefix(name + "=")
  }

  /// An option with a value in an old form, as it is written now.
  ///
  /// - Parameters:
  ///   - next: the argument behind it.
  ///   - isInto: whether a folder is named.
  private static func rewrittenValue(
    of argument: String, before next: String?, verb: String?, isInto: Bool
  ) -> (arguments: [String], note: String)? {
    let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
    guard let value = parts.count == 2 ? parts[1] : next else { return nil }
    switch (verb, parts.first) {
    case ("plot", "--lap") where value.contains(","):
      let laps = value.split(separator: ",", omittingEmptySubsequences: false).flatMap {
        ["--lap", String($0)]
      }
      return (laps, "plot --lap \(value) is now plot \(laps.joined(separator: " ")): it takes one lap")
    case ("simulate", "--laps") where value == "all" && isInto:
      return ([], "simulate --laps all is now simulate --into without --laps, which takes a number")
    default: return nil
    }
  }
}
