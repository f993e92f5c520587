import Results

extension ProgramCommit {
  /// What this program was built from, as the build found it: the plug-in StampCommit writes `bakedCommit`.
  static let ofThisProgram = ProgramCommit(stamp: bakedCommit)
}
