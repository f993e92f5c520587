package import Documents
import Propagation
import Radio
package import World

extension ChannelSettings {
  package init(_ document: Document) throws(FileProblem) {
    self.init(
      pathLoss: try PathLossLaw(try document["pathLoss"]), shadowing: nil, fading: .none, body: nil,
      channelOffsets: ChannelOffsets(sigma: 0),
      obstacles: try document.flag("obstacles"))
    if case ("exponential", let settings) = try document["shadowing"].choice {
      shadowing = Shadowing(
        sigma: Decibels(try settings.number("deviation")),
        decorrelation: try settings.number("decorrelation"), fixedShare: try settings.number("fixedShare"),
        extent: try settings.optional("over")?.text == "floor" ? .floor : .path,
        anchorDecorrelation: try settings.optional("beaconDecorrelation")?.number)
    }
    if case ("independent", let settings) = try document["fading"].choice {
      fading = .rician(k: try settings.number("k"), correlation: .independent)
    }
    if case ("correlated", let settings) = try document["fading"].choice {
      fading = .rician(
        k: try settings.number("k"),
        correlation: .waves(
          delaySpread: try settings.number("delaySpread") / 1e9, doppler: try settings.number("doppler")))
    }
    if case ("cosine", let settings) = try document["body"].choice {
      body = BodyPattern(
        loss: Decibels(try settings.number("loss")),
        handAngle: try settings.number("handAngle") * .pi / 180)
    }
    if let settings = document.optional("crowd") {
      crowd = CrowdSettings(
        density: try settings.number("density"), loss: Decibels(try settings.number("loss")),
        radius: try settings.number("radius"), height: try settings.number("height"))
    }
    if case ("normal", let settings) = try document["channelOffsets"].choice {
      channelOffsets = ChannelOffsets(
        sigma: Decibels(try settings.number("deviation")), fixedShare: try settings.number("fixedShare"))
    }
  }
}
