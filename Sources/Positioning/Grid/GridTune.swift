import Glibc

func tune(_ name: String, _ value: Double) -> Double {
  getenv(name).flatMap { Double(String(cString: $0)) } ?? value
}
enum Tune {
  static let nugget = tune("G_NUGGET", 1)
  static let temper = tune("G_TEMPER", 0.8), bias = tune("G_BIAS", 4), A = tune("G_A", 3),
    nDev = tune("G_NDEV", 0.3)
  static let veer = tune("G_VEER", 0.1), planTurn = tune("G_PTURN", 0.01),
    planChange = tune("G_PCHANGE", 0.04)
  static let pstep = tune("G_PSTEP", 0.3), pmax = tune("G_PMAX", 2.1)
  static let silence = tune("G_SIL", 1)
  static let planLeast = tune("G_PLEAST", 1e-4), pathLeast = tune("G_LEAST", 1e-6)
  static let scMean = tune("G_SCM", 0), scDev = tune("G_SCD", 1), scWeight = tune("G_SCW", 0.5)
  static let planMost = tune("G_PMOST", 100000), corner = tune("G_CORNER", 0)
  static let planTemper = tune("G_PTEMPER", 0.6)
  static let aOff = tune("G_AOFF", 0), aN = tune("G_AN", 0), aBias = tune("G_ABIAS", 0),
    aBody = tune("G_ABODY", 0), aSide = tune("G_ASIDE", 0)
}
