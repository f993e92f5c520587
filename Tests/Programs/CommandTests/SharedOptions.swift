/// What the sentences of options that several verbs have in common say, where they differ from verb to verb.
///
/// The words between asterisks are in the sentence of every verb.
enum SharedOptions {
  /// By name, in the order of the alphabet.
  static let all: [(option: String, meaning: String)] = [
    ("--baseline", "also draws the **constant baseline**"),
    ("--beacon NAME", "one **beacon**"),
    ("--beacon-table FILE", "a **table of beacons**"),
    ("--capture FILE", "a **capture**"),
    ("--channel FILE", "a **channel** file"),
    ("--clock-offset SECONDS", "**added to every time** of the **ground truth**"),
    ("--data FOLDER", "the **folder of data sets**"),
    ("--different-scenarios", "**compare** results even if their scenarios **differ**"),
    ("--events FILE", "the **event**s that happened"),
    ("--fixes FILE", "a table with **every fix**"),
    ("--interval SECONDS", "the **advertising interval**"),
    ("--into FOLDER", "the **folder** for what the verb makes"),
    ("--json", "**JSON** instead of text"),
    ("--lap N", "a **lap**"),
    ("--laps N", "the number of **laps**"),
    ("--metrics", "print all **metrics**"),
    ("--n EXPONENT", "the **path-loss exponent**"),
    ("--output FILE", "the file to **write**"),
    ("--owner NAME", "the name to which a **UUID** belongs"),
    ("--pipelines a,b,…", "only these **pipelines**"),
    ("--presses FILE", "the **presses** at test points"),
    ("--readings FILE", "**advertisements** as a **table**"),
    ("--replace", "**replace** what is there"),
    ("--scenario FILE", "the **scenario** for a recording"),
    ("--seeds a-b,c,…", "the **seeds**"),
    ("--sensitivity DBM", "the **weakest** **RSSI** that is heard"),
    ("--set KEY=VALUE", "another **value** of a key"),
    ("--site FILE", "the **site file**"),
    ("--steps FILE", "the **steps** by **motion sensors**"),
    ("--threads N", "how much is computed **in parallel**"),
    ("--time-tolerance SECONDS", "by how much **times** may differ"),
    ("--tracks FILE", "the **tracks of mobile beacons**"),
    ("--truth FILE", "the **ground truth**"),
  ]

  /// As docs/options.md has them.
  static var section: String {
    """

    ## Options of several verbs

    An option takes the same kind of value in every verb, and means the same. Where its sentence differs from verb to verb, this is what they have in
    common. An option that names a kind of file is written by the verbs that make such a file and read by those that use one.

    | option | meaning |
    |---|---|

    """ + all.map { "| `\($0.option)` | \($0.meaning) |\n" }.joined()
  }
}
