import CGSL

/// Which vector instructions the program was built for, as benchmarks and provenance name it.
public enum InstructionSet {
  /// `SSE2`, which is what a portable build has, `AVX2`, `AVX-512`, or `other` for other processors.
  public static var name: String {
    switch beaconbench_instruction_set() {
    case 3: "AVX-512"
    case 2: "AVX2"
    case 1: "SSE2"
    default: "other"
    }
  }
}
