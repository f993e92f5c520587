/// A large value that many hold and few change: who copies the holder copies a reference, and not each of the value's fields.
///
/// Without it the compiler writes the copying of every field of a scenario anew for each type that holds one, which was up to half
/// of what a module of studies compiled to.
@propertyWrapper public indirect enum Shared<Value> {
  case held(Value)

  public init(wrappedValue: Value) { self = .held(wrappedValue) }

  /// A change makes a value of the holder's own.
  public var wrappedValue: Value {
    get {
      switch self {
      case .held(let value): value
      }
    }
    set { self = .held(newValue) }
  }
}

extension Shared: Sendable where Value: Sendable {}
