package import Documents
import World

/// The resources that are requested of a cluster.
package struct SlurmSettings: DeclaredSettings {
  /// How many jobs the array has.
  package var shards = 16
  /// `--partition` of sbatch; nil for the cluster's own.
  package var partition: String?
  /// `--account` of sbatch; nil for the user's own.
  package var account: String?
  /// As Slurm writes it: `30`, `2:00:00`, `1-12`.
  package var time: String?
  /// `--mem` of sbatch, such as `2G`; nil for the cluster's own.
  package var memory: String?
  /// Cores of each job.
  package var cores = 1
  /// How many jobs run at the same time; nil for no limit.
  package var throttle: Int?

  /// 16 jobs of one core each.
  package init() {}
  /// The most jobs of an array.
  package static let most = 10_000
  /// In the order of the schema.
  package static let keys: [SettingKey<SlurmSettings>] = [
    .defaulted(
      "shards", \.shards, .integer(.between(1, most)),
      "The number of jobs in the array, each of which computes one shard."),
    .optional(
      "partition", \.partition, word, "The partition (`--partition` of sbatch); by default the cluster's."),
    .optional("account", \.account, word, "The account (`--account` of sbatch); by default the user's."),
    .optional(
      "time", \.time, word,
      "The time limit of a job as sbatch takes it, such as `2:00:00`; by default the partition's."),
    .optional(
      "memory", \.memory, word,
      "The memory of a job as sbatch takes it, such as `2G`; by default the cluster's."),
    .defaulted(
      "cores", \.cores, .integer(.between(1, 1024)),
      "The number of cores of a job, each of which runs a thread."),
    .optional(
      "throttle", \.throttle, .integer(.between(1, most)),
      "The largest number of jobs that run at the same time; by default no limit."),
  ]

  /// What may stand in a line of a script.
  private static let word = SettingForm<String>.text().checked { document, text throws(FileProblem) in
    guard isWord(text) else {
      throw document.problem(expected: "letters, digits and the characters . _ : , + / = -")
    }
  }

  /// Whether a text may stand in a line of a script as it is.
  package static func isWord(_ text: String) -> Bool {
    text.wholeMatch(of: /[A-Za-z0-9._:,+\/=-]+/.matchingSemantics(.unicodeScalar)) != nil
  }
}
