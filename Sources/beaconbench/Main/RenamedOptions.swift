/// Options that once shared their name with an option of another verb that means something else. The old names still work; a
/// sentence says what to write instead.
enum RenamedOptions {
  private struct Renaming {
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
    Renaming(verb: "place", old: "--beacons", new: "--count", meaning: "it takes the number of beacons"),
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
  ]

  /// The arguments with the names of today, and a sentence for each that was an old one.
  static func current(_ arguments: ArraySlice<String>) -> (arguments: ArraySlice<String>, notes: [String]) {
    let renamings = all.filter { $0.verb == arguments.first }
    var (current, notes) = (arguments, [String]())
    for index in arguments.indices.prefix(while: { arguments[$0] != "--" }) {
      guard let renaming = renamings.first(where: { isOption($0.old, arguments[index]) }) else { continue }
      current[index] = renaming.new + arguments[index].dropFirst(renaming.old.count)
      notes.append(
        "\(renaming.verb) \(renaming.old) is now \(renaming.verb) \(renaming.new): \(renaming.meaning)")
    }
    return (current, notes)
  }

  /// Whether an argument is an option, alone or with its value behind `=`.
  private static func isOption(_ name: String, _ argument: String) -> Bool {
    argument == name || argument.hasPrefix(name + "=")
  }
}
