/// A beacon's battery and what advertising takes from it: the one model of all studies that state how long a battery lasts.
///
/// The mean current is what flows between advertisements plus the charge of one advertising event in every interval. Neither
/// self-discharge nor what a battery cannot give at low voltage is counted, so a real battery lasts less long.
///
/// Source of the defaults: Nordic Semiconductor, nRF51822 product specification: 10.5 mA while transmitting at 0 dBm and 2.6 µA
/// asleep; 3 ms for an event on three channels with start-up and the 240 mAh of a coin cell CR2032 are assumed.
package struct BeaconBattery: Hashable, Sendable {
  /// What it gives until it is empty, in mAh.
  package var capacity = 240.0
  /// Of one advertising event on three channels, in µC.
  package var chargePerEvent = 31.5
  /// Between events, in µA.
  package var sleepCurrent = 2.6

  package init() {}

  /// Days until it is empty.
  ///
  /// - Parameter interval: seconds between advertising events.
  package func days(interval: Double) -> Double {
    capacity * 1000 / (sleepCurrent + chargePerEvent / interval) / 24
  }
}
