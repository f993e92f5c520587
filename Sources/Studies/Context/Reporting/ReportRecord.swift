import Documents

/// A record for the server: what an application noticed, who was where, or what a beacon reported.
package struct ReportRecord: Hashable, Sendable {
  /// The kinds of record, as the server's paths name them.
  package enum Kind: String, Sendable {
    case beacons, patients, readings, incidents, sightings
  }

  /// Its kind.
  package let kind: Kind
  /// Unique among all that is ever reported: a function of scenario or recording, seed, lap, walker and event, so that the
  /// server keeps the record once, however often it is sent.
  package let key: String
  /// What is posted, in JSON.
  package let body: String

  package init(_ kind: Kind, key: String, body: String) {
    (self.kind, self.key, self.body) = (kind, key, body)
  }

  /// Of what applications report, which holds the key too.
  init(_ kind: Kind, key: String, _ members: [Document.Member]) {
    self.init(
      kind, key: key, body: Document(members + [.init(key: "key", value: Document(key))]).json)
  }

  /// Whether the server is to know it before what applications report; that it has one of that id already is as good.
  package var isPreparation: Bool { kind == .beacons || kind == .patients }
}
