/// The kinds of capture that are written.
public enum CaptureFormat: String, CaseIterable, Hashable, Sendable {
  /// btsnoop with datalink 1002: what Android and hcidump write.
  case btsnoop
  /// btsnoop with datalink 2001: what `btmon -w` writes.
  case btsnoopMonitor
}
