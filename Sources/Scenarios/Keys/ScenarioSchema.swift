/// The shape of a scenario file: what is simulated, what listens, and how it is scored.
///
/// A key holds what the settings behind it accept, or less where a wider value would make no sense in a file;
/// what two keys must be to each other is checked where they are read.
public enum ScenarioSchema {}
