import Radio
import World

extension PathLossLaw {
  /// - Throws: the first number that no law can have.
  func validate() throws(SettingFault) {
    try check("pathLoss.c", levelAtOneMetre.value, in: -1000...1000, "between -1000 and 1000 dBm")
    switch self {
    case .logDistance(let law):
      try check("pathLoss.n", law.exponent, in: 0.5...20, "between 0.5 and 20")
    case .breakpoint(let law):
      try check("pathLoss.near", law.near, in: 0.5...20, "between 0.5 and 20")
      try check("pathLoss.far", law.far, in: 0.5...20, "between 0.5 and 20")
      try check("pathLoss.distance", law.distance, in: 0.1...10_000, "between 0.1 and 10000 m")
    case .multiWall(let law):
      try check("pathLoss.constant", law.constant.value, in: -100...100, "between -100 and 100 dB")
      try check("pathLoss.floorLoss", law.floorLoss.value, in: 0...1000, "between 0 and 1000 dB")
      try check("pathLoss.floorExponent", law.floorExponent, in: 0...1.5, "between 0 and 1.5")
    case .indoorHotspot, .siteGeneral: break
    }
  }
}
