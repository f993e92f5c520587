import Glibc

func tune(_ name: String, _ value: Double) -> Double {
  getenv(name).flatMap { Double(String(cString: $0)) } ?? value
}
enum Tune {
  static let sOff = tune("G_SOFF", 4), sBias = tune("G_SBIAS", 2), nugget = tune("G_NUGGET", 1)
  static let temper = tune("G_TEMPER", 0.8)
  static let bias = tune("G_BIAS", 4), A = tune("G_A", 3), again = tune("G_AGAIN", 0),
    againBias = tune("G_AGAINB", 4)
  static let veer = tune("G_VEER", 0.1), planTurn = tune("G_PTURN", 0.01)
  static let planLeast = tune("G_PLEAST", 1e-4), pathLeast = tune("G_LEAST", 1e-12),
    planChange = tune("G_PCHANGE", 0.04)
  static let stop = tune("G_STOP", 0.01), start = tune("G_START", 0.1)
  static let aBias = tune("G_ABIAS", 2), aOff = tune("G_AOFF", 3), aBody = tune("G_ABODY", 1),
    aN = tune("G_AN", 0.1)
  static let silence = tune("G_SIL", 1)
  static let gpShape = tune("G_GP", 0)
  static let shadow = tune("G_SHADOW", 6), corr = tune("G_CORR", 3), surveyDev = tune("G_SDEVI", 3)
  static let pstep = tune("G_PSTEP", 0.3), pmax = tune("G_PMAX", 2.1)
  static let scMean = tune("G_SCM", 0), scDev = tune("G_SCD", 1), scWeight = tune("G_SCW", 0.5)
  static let planMost = tune("G_PMOST", 100000), corner = tune("G_CORNER", 0)
}
