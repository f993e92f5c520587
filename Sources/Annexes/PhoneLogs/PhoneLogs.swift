import Captures

/// Logs of apps and of brokers.
package enum PhoneLogs {
  /// Lets captures be read from them.
  @Sendable package static func add() {
    Logs.add(
      lines: [GetSensorDataLog.self, SensorReadoutLog.self, MQTTLog.self],
      wholes: [SensorLoggerLog.self, CheckpointLog.self])
  }
}
