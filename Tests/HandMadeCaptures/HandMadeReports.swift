package import World

/// UUID 2D6C1A5E-0000-0000-0000-000000000001.
package let ownUUID: [UInt8] = [0x2D, 0x6C, 0x1A, 0x5E, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]

/// The manufacturer structure of an iBeacon: length, type, company, type and length, UUID, major, minor, power.
package func iBeacon(_ major: UInt16 = 1, _ minor: UInt16 = 2, power: Int8 = -59, uuid: [UInt8] = ownUUID)
  -> [UInt8]
{
  var octets: [UInt8] = [0x1A, 0xFF, 0x4C, 0x00, 0x02, 0x15] + uuid
  octets += [UInt8(major >> 8), UInt8(major & 0xFF), UInt8(minor >> 8), UInt8(minor & 0xFF)]
  return octets + [UInt8(bitPattern: power)]
}

package let flags: [UInt8] = [0x02, 0x01, 0x06]

/// One report of an LE Advertising Report event, from the address C0:98:E5:00:00:NN.
package func legacyReport(_ data: [UInt8], type: UInt8 = 3, level: Int8 = -70, address: UInt8 = 1) -> [UInt8]
{
  [type, 1, address, 0, 0, 0xE5, 0x98, 0xC0, UInt8(data.count)] + data + [UInt8(bitPattern: level)]
}

/// One report of an LE Extended Advertising Report event.
package func extendedReport(
  _ data: [UInt8], eventType: UInt16 = 0x10, level: Int8 = -70, address: UInt8 = 1, set: UInt8 = 0xFF
) -> [UInt8] {
  [UInt8(eventType & 0xFF), UInt8(eventType >> 8), 1, address, 0, 0, 0xE5, 0x98, 0xC0, 1, 0, set, 0x7F]
    + [UInt8(bitPattern: level), 0, 0, 0] + [0, 0, 0, 0, 0, 0] + [UInt8(data.count)] + data
}

/// An LE meta event with so many reports.
package func legacyEvent(_ reports: [UInt8]...) -> [UInt8] { lowEnergyEvent(0x02, reports) }
package func extendedEvent(_ reports: [UInt8]...) -> [UInt8] { lowEnergyEvent(0x0D, reports) }

private func lowEnergyEvent(_ code: UInt8, _ reports: [[UInt8]]) -> [UInt8] {
  let body = reports.flatMap { $0 }
  return [0x3E, UInt8(body.count + 2), code, UInt8(reports.count)] + body
}

package let ownNumbers = IBeaconIdentity(
  uuid: BeaconUUID(high: 0x2D6C_1A5E_0000_0000, low: 1), major: 1, minor: 2)
package let ownIdentity = BeaconIdentity.iBeacon(ownNumbers)

/// The structures of the other kinds of frame with an identity, octet by octet after their specifications.
package let altBeacon: [UInt8] =
  [0x1B, 0xFF, 0x18, 0x01, 0xBE, 0xAC] + ownUUID + [0, 1, 0, 2, 0xC5, 0x00]
package let eddystoneUID: [UInt8] =
  [0x17, 0x16, 0xAA, 0xFE, 0x00, 0xEE] + [0xED, 0xD1, 0xEB, 0xEA, 0xC0, 0x4E, 0x5D, 0xEF, 0xA0, 0x17]
  + [0, 0, 0, 0, 0, 0xB1, 0, 0]
/// `https://example.org/a`, with ".org/" as one octet.
package let eddystoneURL: [UInt8] =
  [0x0F, 0x16, 0xAA, 0xFE, 0x10, 0xEE, 0x03] + Array("example".utf8) + [0x01, 0x61]
package let eddystoneEID: [UInt8] = [0x0D, 0x16, 0xAA, 0xFE, 0x30, 0xEE, 1, 2, 3, 4, 5, 6, 7, 8]
