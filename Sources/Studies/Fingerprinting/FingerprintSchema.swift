package import Documents
import SiteFiles

/// The shape of a fingerprint scenario: a site is surveyed, then visited, and the two are compared.
package enum FingerprintSchema {
  package static let schema = FingerprintSettings.schema

  /// The published JSON Schema.
  package static var jsonSchema: Document {
    schema.jsonSchema(
      title: "BeaconBench fingerprint scenario",
      about:
        "A survey of a site's test points, visits to them, and methods that locate the visits with the survey. Lengths are in "
        + "metres, times in seconds, RSSI in dBm.")
  }
}
