import NumericalMethods

/// When a phone calls back: at each multiple of its interval, moved a little to either side by the load of the
/// moment; and whether the app is awake then.
///
/// Callback n comes at n times the interval and an offset evenly spread over the jitter to either side, which
/// depends on n alone, so that a stream gives the same readings whole, in pieces or live. Windows reach from one
/// callback to the next, and the first begins at t = 0.
struct CallbackClock: Hashable, Sendable {
  /// Seconds.
  let interval: Double
  private let microseconds: Int64
  /// The most that a callback is moved to either side, in microseconds.
  private let jitter: Double
  private let background: PhoneSettings.Background?

  init(interval: Double, jitter: Double, background: PhoneSettings.Background?) {
    self.interval = interval
    microseconds = Int64(Elementary.nearestInteger(interval * 1e6))
    self.jitter = jitter * 1e6
    self.background = background
  }

  /// Microseconds of a callback; that of number 0 is t = 0.
  func end(_ number: Int) -> Int64 {
    let nominal = Int64(number) * microseconds
    guard jitter > 0, number > 0 else { return nominal }
    var random = RandomStream(Seed(0).derived("callback", number))
    return nominal + Int64(Elementary.nearestInteger((2 * random.uniform() - 1) * jitter))
  }

  /// Seconds of a callback.
  func time(_ number: Int) -> Double {
    jitter > 0 ? Double(end(number)) / 1e6 : Double(number) * interval
  }

  /// The number of the first callback after a moment from t = 0 on.
  func number(after time: Int64) -> Int {
    let nominal = Int(time / microseconds) + 1
    if jitter > 0 {
      if time < end(nominal - 1) { return nominal - 1 }
      if time >= end(nominal) { return nominal + 1 }
    }
    return nominal
  }

  /// Whether the app hears of a callback.
  func isAwake(_ number: Int) -> Bool {
    guard let background else { return true }
    // A callback at the end of the awake part belongs to it.
    let nominal = Double(number) * interval
    let cycle = background.awake + background.asleep
    let since = nominal - (nominal / cycle).rounded(.down) * cycle
    return (since > 0 && since <= background.awake) || (since == 0 && background.asleep == 0)
  }
}
