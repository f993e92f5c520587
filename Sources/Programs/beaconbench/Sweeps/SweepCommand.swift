import ArgumentParser

struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep",
    abstract:
      "Vary parameters of a scenario or its site over a grid or a sample, on this machine or a cluster.",
    discussion: """
      Example: beaconbench sweep scenarios/floor35.yaml --vary channel.pathLoss.logDistance.n=1.6,1.8,2.0 --seeds 1-3 \
      --laps 20
      """,
    subcommands: [
      SweepRunCommand.self, SweepStatusCommand.self, SweepMergeCommand.self, SweepCancelCommand.self,
    ], defaultSubcommand: SweepRunCommand.self)
}
