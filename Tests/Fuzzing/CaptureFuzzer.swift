import Air
import Captures
import Documents
import Glibc
import PhoneLogs
import World

/// What libFuzzer calls with bytes of its own making. The variable `BEACONBENCH_FUZZ` says what they are to be.
///
/// A crash, a trap, more than the memory that is allowed or a broken promise is a finding; an error is none.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = start.map { Array(UnsafeBufferPointer(start: $0, count: count)) } ?? []
  target(bytes)
  return 0
}

private let target: @Sendable ([UInt8]) -> Void = {
  switch getenv("BEACONBENCH_FUZZ").map({ String(cString: $0) }) ?? "" {
  case "events": { read(events($0)) }
  case "packets": { read(packets($0)) }
  case "structures": structures
  case "host": host
  case "commands": { _ = try? TypedAdvertisement(String(decoding: $0, as: UTF8.self)) }
  // A whole file; the seeds say of which kind.
  default:
    { file in
      PhoneLogs.add()
      read(file)
    }
  }
}()

/// Everything that can be asked of a file, and what must hold of any. The policy changes with the length, since
/// all of them at once would only be slow.
private func read(_ file: [UInt8]) {
  let policy = IdentityPolicy.allCases[file.count % 3]
  guard let contents = try? CaptureContents.read(bytes: file, name: "x", policy: policy) else { return }
  precondition(contents.damages.count <= 20 && contents.damages.count <= contents.malformed)
  if file.count % 16 == 0 {
    precondition(!contents.document.json.isEmpty)
  }
  // Of several devices one must be chosen.
  let options = ReplayOptions(policy: policy, device: contents.log.devices.first?.name)
  guard var source = try? ReplaySource(bytes: file, name: "x", options: options),
    let stream = try? source.stream()
  else { preconditionFailure("a file that is inspected is replayed") }
  precondition(zip(stream.microseconds, stream.microseconds.dropFirst()).allSatisfy { $0 <= $1 })
  precondition(stream.count == source.tally.delivered)
  precondition(source.tally.malformed == contents.malformed)
}

/// What a host sends to the virtual controller: whatever comes, it answers with whole events.
private func host(_ bytes: [UInt8]) {
  var (controller, packets) = (VirtualController(observesWindow: bytes.count % 2 == 0), HostPackets())
  packets.append(bytes)
  while let packet = try? packets.next() {
    controller.take(packet, at: Int64(bytes.count - packets.waiting) * 10_000)
    controller.expire(at: Int64(bytes.count) * 20_000)
  }
  var place = 0
  while place < controller.output.count {
    precondition(controller.output[place] == 4 && place + 2 < controller.output.count)
    place += 3 + Int(controller.output[place + 2])
  }
  precondition(place == controller.output.count)
}

/// HCI events in a btsnoop file: an octet of length before each.
private func events(_ bytes: [UInt8]) -> [UInt8] {
  var file = Array("btsnoop\0".utf8) + [0, 0, 0, 1, 0, 0, 0x03, 0xEA]
  var place = 0
  while place < bytes.count {
    let event = bytes[place + 1..<min(bytes.count, place + 1 + Int(bytes[place]))]
    let length = UInt8(truncatingIfNeeded: event.count + 1)
    file += [0, 0, event.count == 255 ? 1 : 0, length, 0, 0, event.count == 255 ? 1 : 0, length, 0, 0, 0, 3]
    file += [0, 0, 0, 0, 0, 0xE0, 0, 0, 0, 0, 0, 0, 4] + event
    place += 1 + event.count
  }
  return file
}

/// Packets of the air in a pcap file: the first octet says of which link type, then one of length before each.
private func packets(_ bytes: [UInt8]) -> [UInt8] {
  let linkType: UInt16 = [251, 256, 272][Int(bytes.first ?? 0) % 3]
  var file: [UInt8] = [0xD4, 0xC3, 0xB2, 0xA1, 2, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, 0, 0]
  file += [UInt8(linkType & 0xFF), UInt8(linkType >> 8), 0, 0]
  var place = 1
  while place < bytes.count {
    let packet = bytes[place + 1..<min(bytes.count, place + 1 + Int(bytes[place]))]
    let length = UInt8(packet.count)
    file += [0, 0, 0, 1, 0, 0, 0, 0, length, 0, 0, 0, length, 0, 0, 0] + packet
    place += 1 + packet.count
  }
  return file
}

/// Advertising data: what is read, written and read again is the same, of the frames that are written.
private func structures(_ data: [UInt8]) {
  for frame in BeaconFrame.frames(in: data).frames {
    let written: [UInt8]
    switch frame {
    case .iBeacon(let frame): written = frame.advertisingData
    case .altBeacon(let frame): written = frame.advertisingData
    case .eddystone(let frame): written = frame.advertisingData
    default:
      _ = frame.fields
      continue
    }
    let again = BeaconFrame.frames(in: written)
    precondition(again.isWellFormed)
    if case .eddystone(.url(_, let url)) = frame, url.utf8.count > 17 { continue }
    precondition(again.frames == [frame], "\(frame) became \(again.frames)")
    _ = frame.fields
  }
}
