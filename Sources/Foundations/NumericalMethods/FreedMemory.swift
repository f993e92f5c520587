import CGSL

/// What becomes of memory that is not needed any more.
public enum FreedMemory {
  /// Keeps up to 256 MiB of it for what is allocated next, where the C library can.
  ///
  /// Each lap fills and drops columns of some hundred kilobytes, which are given back to the system otherwise and come
  /// again as empty pages: up to a third of the time of a lap with everything that the channel has. For the start of a
  /// program; a library would decide for others.
  @discardableResult
  public static func keep() -> Bool { beaconbench_keep_freed_memory() != 0 }
}
