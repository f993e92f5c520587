import Glibc

func tune(_ name: String, _ value: Double) -> Double {
  getenv(name).flatMap { Double(String(cString: $0)) } ?? value
}
