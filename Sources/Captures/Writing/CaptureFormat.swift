/// The kinds of capture that are written.
public enum CaptureFormat: String, CaseIterable, Hashable, Sendable {
  /// btsnoop with datalink 1002: what Android and hcidump write.
  case btsnoop
  /// btsnoop with datalink 2001: what `btmon -w` writes.
  case btsnoopMonitor
  /// pcapng with link type 201: what Wireshark writes of a Linux adapter.
  case pcapng
  /// pcap with link type 256: what a sniffer writes, the only one of these with the advertising channel.
  case pcapSniffer
}
