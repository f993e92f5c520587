/// One advertising report as btmon prints it.
struct BtmonReport: Sendable {
  var eventType = 0
  private(set) var hasLevel = false
  private var isRandom = false
  private var address: UInt64 = 0
  private var level = AdvertisingReport.levelUnavailable
  private var length = 0
  private var data: [UInt8] = []
  /// Whether the octets of ``length`` are being printed.
  private var isInOctets = false
  private var structure = Structure.none

  /// The capacity of an event; lines beyond it must not fill the memory.
  private static let mostOctets = 255

  private enum Structure: Sendable {
    case none
    case manufacturer(company: Int)
    /// Apple's data are themselves types with lengths.
    case apple(type: Int)
    case service(Int)
  }

  mutating func take(_ line: TextLine, isExtended: Bool) {
    if isInOctets {
      // Sixteen octets on a line, followed by the same as characters.
      let octets = line.octets(from: 0).prefix(max(0, min(16, length - data.count)))
      data += octets
      isInOctets = !octets.isEmpty && data.count < length
      return
    }
    if line.value(of: "Address type") != nil {
      isRandom = (line.bracketedNumber ?? 0) & 1 != 0
    } else if let text = line.value(of: "Address"), let word = text.split(separator: " ").first {
      address = Self.address(word) ?? 0
    } else if let text = line.value(of: "Data length") {
      let number = text.hasPrefix("0x") ? Int(text.dropFirst(2), radix: 16) : Int(text)
      length = min(max(number ?? 0, 0), Self.mostOctets)
      isInOctets = isExtended && length > data.count
    } else if line.value(of: "RSSI") != nil, !hasLevel {
      level = Int8(truncatingIfNeeded: line.bracketedNumber ?? 127)
      hasLevel = true
    } else if !isExtended, data.count < Self.mostOctets {
      takeStructure(line)
    }
  }

  private mutating func takeStructure(_ line: TextLine) {
    if let text = line.value(of: "Flags"), let flags = UInt8(text.dropFirst(2), radix: 16) {
      data += [2, 0x01, flags]
    } else if line.value(of: "Company") != nil {
      structure = line.bracketedNumber.map { .manufacturer(company: $0) } ?? .none
    } else if line.value(of: "Service Data") != nil {
      structure = line.bracketedNumber.map { .service($0) } ?? .none
    } else if line.value(of: "Type") != nil, case .manufacturer(company: 0x4C) = structure {
      structure = line.bracketedNumber.map { .apple(type: $0) } ?? .none
    } else if line.value(of: "Type") != nil, case .apple = structure {
      structure = line.bracketedNumber.map { .apple(type: $0) } ?? .none
    } else if let text = line.value(of: "UUID"), case .apple(type: 2) = structure {
      data += [0x1A, AdvertisingData.manufacturer, 0x4C, 0x00, 0x02, 0x15]
      data += Self.octets(text.filter { $0 != "-" }).reversed()
    } else if let text = line.value(of: "Version"), case .apple(type: 2) = structure {
      for number in text.split(separator: ".") { data.append(littleEndian: UInt16(number) ?? 0) }
    } else if let text = line.value(of: "TX power"), case .apple(type: 2) = structure {
      data.append(UInt8(bitPattern: text.split(separator: " ").first.flatMap { Int8($0) } ?? 0))
    } else if let text = line.value(of: "Data") {
      takeData(Self.octets(text))
    }
  }

  private mutating func takeData(_ octets: [UInt8]) {
    guard octets.count < 200 else { return }
    switch structure {
    case .none: return
    case .manufacturer(let company):
      data += [UInt8(octets.count + 3), AdvertisingData.manufacturer]
      data.append(littleEndian: UInt16(truncatingIfNeeded: company))
    case .apple(let type):
      data += [UInt8(octets.count + 5), AdvertisingData.manufacturer, 0x4C, 0x00]
      data += [UInt8(truncatingIfNeeded: type), UInt8(octets.count)]
    case .service(let number):
      data += [UInt8(octets.count + 3), AdvertisingData.serviceData]
      data.append(littleEndian: UInt16(truncatingIfNeeded: number))
    }
    data += octets
  }

  var legacyOctets: [UInt8] {
    var octets = [UInt8(truncatingIfNeeded: eventType), isRandom ? 1 : 0]
    octets.append(address: address)
    octets.append(UInt8(min(data.count, 200)))
    return octets + data.prefix(200) + [UInt8(bitPattern: level)]
  }

  var extendedOctets: [UInt8] {
    var octets: [UInt8] = []
    octets.append(littleEndian: UInt16(truncatingIfNeeded: eventType))
    octets.append(isRandom ? 1 : 0)
    octets.append(address: address)
    octets += [1, 0, 0xFF, 0x7F, UInt8(bitPattern: level), 0, 0, 0, 0, 0, 0, 0, 0, 0]
    octets.append(UInt8(min(data.count, 229)))
    return octets + data.prefix(229)
  }

  private static func octets(_ digits: some StringProtocol) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count - 1, by: 2).compactMap { place in
      UInt8(String(decoding: digits[place...place + 1], as: UTF8.self), radix: 16)
    }
  }

  private static func address(_ text: Substring) -> UInt64? { UInt64(text.filter { $0 != ":" }, radix: 16) }
}
