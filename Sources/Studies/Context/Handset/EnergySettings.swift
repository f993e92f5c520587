package import Documents
package import Radio
package import World

/// The energy that listening costs the phone and advertising costs the beacon: currents with their sources.
package struct EnergySettings: DeclaredSettings {
  /// A rhythm of listening.
  package struct Scan: DeclaredSettings {
    /// Seconds.
    package var interval = 1.0
    /// Seconds of each interval for which the phone listens.
    package var window = 1.0

    package init() {}
    package static let keys: [SettingKey<Scan>] = [
      .required(
        "interval", \.interval, .number(.between(0.1, 10.24)), unit: "s",
        "The scan interval, which is also the window of the phone's readings."),
      .required(
        "window", \.window, .number(.between(0.0025, 10.24)), unit: "s",
        "How long of each interval the phone listens, at most `interval`."),
    ]

    /// A window is part of its interval.
    package var conflict: SettingFault? {
      .first(of: ("window", window <= interval, "at most `interval`, \(interval)", window))
    }
  }

  /// A transmit power and its current.
  package struct Power: DeclaredSettings {
    /// The transmit power.
    package var dBm = 0.0
    /// Milliamperes while transmitting.
    package var current = 10.5

    package init() {}
    package static let keys: [SettingKey<Power>] = [
      .required("dBm", \.dBm, .number(.between(-60, 20)), unit: "dBm", "The transmit power."),
      .required(
        "current", \.current, .number(.above(0, atMost: 1000)), unit: "mA", "The current while transmitting."),
    ]
  }

  /// The schedules that are compared; at least one.
  package var scans: [Scan] = []
  /// What the phone draws more while it listens, in milliamperes.
  package var scanCurrent = 20.0
  /// What each received advertisement costs it beside that, in microcoulombs.
  package var receiveCharge = 0.0
  /// The numbers of beacons in range for which the phone's drain is stated.
  package var numbers: [Int] = []
  /// The capacity of the phone's battery, in mAh.
  package var phoneCapacity = 1800.0
  /// The advertising intervals for which a beacon's battery life is stated, in seconds.
  package var intervals: [Double] = []
  /// The transmit powers for which it is stated.
  package var powers: [Power] = []
  /// Seconds of one advertising event on three channels, with start-up.
  package var eventSeconds = 0.003
  /// A beacon's battery; the charge of an event follows from the power.
  package var battery = BeaconBattery()
  /// Where the currents come from.
  package var source = ""
  /// Published figures, printed beside the tables.
  package var published: [String] = []

  package init() {}
  package static let keys: [SettingKey<EnergySettings>] = [
    .required("scans", \.scans, .list(of: .settings, count: .atLeast(1)), "The rhythms that are compared."),
    .defaulted(
      "scanCurrent", \.scanCurrent, .number(.above(0, atMost: 10_000)), unit: "mA",
      "What the phone draws more while it listens."),
    .defaulted(
      "receiveCharge", \.receiveCharge, .number(.between(0, 1_000_000)), unit: "µC",
      "What each received advertisement costs the phone beside listening, so that drain grows with the number of beacons in range."
    ),
    .defaulted(
      "numbers", \.numbers, .list(of: .integer(.between(0, 100_000))),
      "The numbers of beacons in range for which the phone's drain is stated."),
    .defaulted(
      "phoneCapacity", \.phoneCapacity, .number(.above(0, atMost: 100_000)), unit: "mAh",
      "The phone's battery."),
    .defaulted(
      "intervals", \.intervals, .list(of: .number(.between(0.02, 10.24))), unit: "s",
      "The advertising intervals for which a beacon's battery life is stated."),
    .defaulted("powers", \.powers, .list(of: .settings), "The transmit powers for which it is stated."),
    .defaulted(
      "sleepCurrent", \.battery.sleepCurrent, .number(.above(0, atMost: 10_000)), unit: "µA",
      "What a beacon draws between advertisements."),
    .defaulted(
      "eventSeconds", \.eventSeconds, .number(.above(0, atMost: 1)), unit: "s",
      "How long one advertising event on three channels draws the current of transmitting."),
    .defaulted(
      "beaconCapacity", \.battery.capacity, .number(.above(0, atMost: 100_000)), unit: "mAh",
      "A beacon's battery."),
    .required("source", \.source, .text(), "Where the currents come from."),
    .defaulted("published", \.published, .list(of: .text()), "Published figures, printed beside the tables."),
  ]

  /// Percent of the phone's battery that listening, and what it receives, use per hour.
  ///
  /// Energy is proportional to the number of beacons that are scanned, and greater for a higher rate of listening: Sykes, Pentland and Nardi
  /// 2015, section 3, after Aislelabs 2014, who find the first for Android phones and less so for iPhones. That the
  /// two add up is ours.
  ///
  /// - Parameter received: advertisements a second, over the whole rhythm.
  package func drain(_ scan: Scan, received: Double) -> Double {
    100 * (scanCurrent * scan.window / scan.interval + receiveCharge * received / 1000) / phoneCapacity
  }

  /// Days that a beacon's battery lasts.
  package func life(interval: Double, _ power: Power) -> Double {
    var battery = battery
    battery.chargePerEvent = power.current * min(eventSeconds, interval) * 1000
    return battery.days(interval: interval)
  }
}
