public import Documents
public import World

/// The settings of one kind of signal filter: how a scenario states it, and how the filter is made.
public protocol FilterSettings: DeclaredSettings {
  /// As a scenario names the filter.
  static var name: String { get }
  /// One sentence for the documentation, with the source.
  static var about: String { get }
  /// How a table names the filter with these settings.
  var summary: String { get }

  /// A fresh filter.
  ///
  /// - Precondition: the settings have no fault.
  func makeFilter() -> any SignalFilter
}

extension FilterSettings {
  fileprivate static var variant: SettingVariant<FilterChoice> {
    SettingVariant(
      name, SettingForm<Self>.settings, as: { FilterChoice($0) },
      from: { (choice: FilterChoice) in choice.settings as? Self }, about)
  }
}

/// A signal filter with its settings.
public struct FilterChoice: Sendable {
  /// Of any kind: one that the program has, or one of your own.
  public let settings: any FilterSettings

  public init(_ settings: any FilterSettings) { self.settings = settings }

  /// How a scenario states a filter of one of these kinds.
  public static func form(of kinds: [any FilterSettings.Type]) -> SettingForm<FilterChoice> {
    .union(kinds.map { $0.variant }).named(
      "filter", about: "A signal filter with its settings, or just its name when every setting has a default."
    )
  }

  /// What is out of range; nil when all is well.
  public var fault: SettingFault? { settings.fault }

  public var summary: String { settings.summary }

  /// A fresh filter.
  ///
  /// - Precondition: the settings have no fault.
  public func makeFilter() -> any SignalFilter { settings.makeFilter() }

  /// A fresh filter that applies each choice to the outputs of the one before it; for none, the readings stand.
  ///
  /// - Precondition: the settings have no fault.
  public static func makeChain(of choices: [FilterChoice]) -> any SignalFilter {
    guard let first = choices.first else { return Unfiltered() }
    var chain = first.makeFilter()
    for choice in choices.dropFirst() {
      let next = choice.makeFilter()
      chain = join(chain, next)
    }
    return chain
  }

  private static func join(_ first: some SignalFilter, _ second: some SignalFilter) -> any SignalFilter {
    FilterChain(first, then: second)
  }
}

extension FilterChoice: Hashable {
  public static func == (a: FilterChoice, b: FilterChoice) -> Bool {
    AnyHashable(a.settings) == AnyHashable(b.settings)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(settings)) }
}
