import NumericalMethods
import World

/// When a phone calls back: at each multiple of its interval, with some jitter due to load; and whether the app is
/// awake then.
///
/// Callback n comes at n times the interval plus an offset, uniformly distributed over the jitter to either side, which
/// depends on n alone, so that a stream gives the same readings whole, in pieces or live. Windows reach from one
/// callback to the next, and the first begins at t = 0.
struct CallbackClock: Sendable {
  /// Seconds, which need not be whole microseconds: their multiples are rounded, so that thirds do not drift.
  private let interval: Double
  /// The greatest shift of a callback to either side, in seconds.
  private let jitter: Double
  /// Microseconds for which the app is awake and then asleep; nil for an app in front.
  private let background: (awake: Int64, asleep: Int64)?

  init(interval: Double, jitter: Double, background: PhoneSettings.Background?) {
    self.interval = interval
    self.jitter = jitter
    self.background = background.map { ($0.awake.microseconds, $0.asleep.microseconds) }
  }

  /// Microseconds of a callback without jitter.
  private func nominal(_ number: Int) -> Int64 { (Double(number) * interval).microseconds }

  /// The time of a callback in microseconds; callback number 0 is at t = 0.
  func end(_ number: Int) -> Int64 {
    let nominal = nominal(number)
    guard jitter > 0, number > 0 else { return nominal }
    var random = RandomStream(Seed(0).derived("callback", number))
    return nominal + ((2 * random.uniform() - 1) * jitter).microseconds
  }

  /// Seconds of a callback.
  func time(_ number: Int) -> Double { end(number).seconds }

  /// The number of the first callback after a moment from t = 0 on.
  func number(after time: Int64) -> Int {
    // Rounding and jitter shift the number by at most one.
    let next = Int(time.seconds / interval) + 1
    if time < end(next - 1) { return next - 1 }
    return time < end(next) ? next : next + 1
  }

  /// Whether the app hears of a callback.
  func isAwake(_ number: Int) -> Bool {
    guard let background else { return true }
    // A callback at the end of the awake part belongs to it.
    let since = nominal(number) % (background.awake + background.asleep)
    return (since > 0 && since <= background.awake) || (since == 0 && background.asleep == 0)
  }
}
