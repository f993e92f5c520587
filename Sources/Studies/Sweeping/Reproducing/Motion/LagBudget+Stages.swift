package import Evaluation
import Phone
import Scenarios
import World

extension LagBudget {
  /// The number of readings after which every filter here has settled on a ramp: the slowest forgets within a few hundred.
  private static let settled = 2000

  /// The lag of a filter's output on a ramp of 0.01 dB per second.
  static func stage(of filter: FilterChoice, every interval: Double) -> Stage {
    let slope = 0.01
    var fresh = filter.makeFilter()
    var (time, output) = (0.0, DBm?.none)
    for reading in 1...settled {
      time = Double(reading) * interval
      output = fresh.smooth(DBm(slope * time - 100), at: time)
    }
    let measured = output.map { time - ($0.value + 100) / slope } ?? .infinity
    return Stage(name: filter.summary, predicted: fresh.delay(every: interval), measured: measured)
  }

  /// The lag of the phone's average on a ramp of 1 dB per second, with a hundred advertisements in a window.
  static func lagOfPhone(_ scenario: Scenario) throws -> Double {
    let window = scenario.phone.averageSeconds
    var phone = scenario.phone
    (phone.rounding, phone.averageOf, phone.callbackJitter, phone.background) = (.none, .dBm, 0, nil)
    var directory = StreamDirectory(anchors: [.init(id: "ramp", identity: nil)])
    let sender = directory.index(of: .init(anchor: 0, address: nil, measuredPower: nil))
    var stream = AdvertisementStream()
    for packet in 0..<1000 {
      // In the middles of hundredths, so that their mean time is that of the window.
      let time = (Double(packet) + 0.5) * window / 100
      stream.append(
        Advertisement(
          microseconds: Int64((time * 1e6).rounded()), anchor: 0, transmitter: sender, level: DBm(time - 90)))
    }
    let readings = try Readings(of: stream, directory: directory, phone: phone)
    guard let time = readings.times.last, let level = readings.levels[0].last ?? nil else { return .infinity }
    return time - (level.value + 90)
  }
}

extension PositionError {
  /// The same moment, with the metres by which the fix is behind the walker as its error.
  package var behind: PositionError {
    guard case .success(let offset) = outcome, let along = offset.along else { return self }
    return with(
      .success(Offset(metres: -along, along: along, cross: offset.cross, floors: offset.floors)))
  }
}
