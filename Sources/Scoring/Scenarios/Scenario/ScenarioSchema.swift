public import Documents

/// The shapes of scenario files.
public enum ScenarioSchema {
  /// A scenario whose laps are simulated on a site.
  public static let simulated = SettingForm.settings(ScenarioSettings.simulatedKeys).schema

  /// A scenario whose walks were recorded.
  public static let recorded = SettingForm.settings(ScenarioSettings.recordedKeys).schema

  /// That of a scenario's file.
  public static func schema(of document: Document) -> Schema {
    document.has("dataset") ? recorded : simulated
  }

  /// The published JSON Schema of a simulated scenario.
  public static var simulatedJSONSchema: Document {
    simulated.jsonSchema(
      title: "BeaconBench scenario",
      about:
        "What is simulated on a site, which pipelines run, and how they are scored. Lengths are in metres, "
        + "times in seconds, RSSI in dBm.")
  }

  /// The published JSON Schema of a scenario of recorded walks.
  public static var recordedJSONSchema: Document {
    recorded.jsonSchema(
      title: "BeaconBench scenario of recorded walks",
      about:
        "Which pipelines run on the walks of a data set, and how they are scored. Lengths are in metres, times in "
        + "seconds, RSSI in dBm.")
  }
}
