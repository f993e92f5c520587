import Phone
import Propagation
import Scenarios
import World

/// Something that makes a pipeline err, and that a simulation can leave out of the very same lap.
///
/// Every random number of a lap is drawn from a stream of its own name, so leaving one cause out leaves the draws of all
/// others as they were.
package enum ErrorCause: String, CaseIterable, Sendable {
  case shadowing, fading, body, crowd, walls
  case channelOffsets = "channel offsets"
  case power, noise, loss, sensitivity
  case faults
  case quantisation, delay

  /// The cause that is removed, as a sentence of a legend.
  package var about: String {
    switch self {
    case .shadowing: "the shadowing of every place"
    case .fading: "the fading of every advertisement"
    case .body: "the walker's body"
    case .crowd: "people who stand around"
    case .walls: "walls and pillars of the site"
    case .channelOffsets: "the offsets of the three advertising channels"
    case .power: "what beacons and receiver deviate from their nominal power"
    case .noise: "the receiver's noise"
    case .loss: "lost, collided and interfered advertisements"
    case .sensitivity: "the receiver's sensitivity, so that the weakest advertisement is received"
    case .faults: "faults, rogue beacons and beacons that fall silent"
    case .quantisation: "the rounding of RSSI and readings to whole dBm"
    case .delay: "the delay of the filters, whose output counts for the moment that it trails"
    }
  }

  /// Leaves the cause out.
  func remove(from surroundings: inout Surroundings) {
    switch self {
    case .shadowing: surroundings.simulation.channel.shadowing = nil
    case .fading: surroundings.simulation.channel.fading = .none
    case .body: surroundings.simulation.channel.body = nil
    case .crowd: surroundings.simulation.channel.crowd = nil
    case .walls: surroundings.simulation.site.obstacles = []
    case .channelOffsets: surroundings.simulation.channel.channelOffsets.sigma = 0
    case .power:
      surroundings.simulation.receiver.unitOffset = 0
      surroundings.simulation.beacons.powerDeviation = 0
      surroundings.simulation.beacons.batteryLoss = 0
      for index in surroundings.simulation.beacons.changes.indices {
        surroundings.simulation.beacons.changes[index].power = 0
        surroundings.simulation.beacons.changes[index].batteryLoss = nil
      }
    case .noise: surroundings.simulation.receiver.noise = 0
    case .loss:
      (surroundings.simulation.beacons.loss, surroundings.simulation.beacons.lossPerMetre) = (0, 0)
      (surroundings.simulation.receiver.capture, surroundings.simulation.receiver.interference) = (nil, nil)
    case .sensitivity:
      surroundings.simulation.receiver.sensitivity = -127
      surroundings.simulation.receiver.sensitivityEdge = 0
    case .faults:
      surroundings.simulation.rogues = []
      surroundings.simulation = surroundings.simulation.with(faults: [])
      for index in surroundings.simulation.beacons.changes.indices {
        surroundings.simulation.beacons.changes[index].silence = nil
      }
    case .quantisation:
      surroundings.simulation.receiver.wholeDBm = false
      surroundings.phone.rounding = .none
    case .delay: break
    }
  }
}

/// What a simulated study takes place in, as far as it can cause errors.
struct Surroundings: Sendable {
  var simulation: Simulation
  var phone: PhoneSettings

  /// The same without some causes.
  func without(_ causes: [ErrorCause]) -> Surroundings {
    causes.reduce(into: self) { $1.remove(from: &$0) }
  }

  /// Whether a study in the other surroundings is the same.
  func isSame(as other: Surroundings) -> Bool {
    let (own, their) = (simulation, other.simulation)
    return own.channel == their.channel && own.beacons == their.beacons && own.receiver == their.receiver
      && own.rogues == their.rogues && own.faults == their.faults
      && own.site.obstacles == their.site.obstacles && phone == other.phone
  }
}
