import Foundation

/// J1 in vectorised NumPy, one lap at a time, where Python and NumPy are installed.
enum NumPyPeer {
  /// Prints nanoseconds of processor time a packet.
  static func report() {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      ProcessInfo.processInfo.environment["BEACONBENCH_PYTHON"] ?? "python3", "-c", program,
    ]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return print("peer: NumPy's J1: no Python") }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    print("peer: NumPy's J1: \(text.isEmpty ? "not installed" : text.trimmingCharacters(in: .newlines))")
  }

  /// The shadow's AR(1) runs along the packets, for all beacons at once; the rest is whole arrays.
  private static let program = """
    import os
    os.environ['OMP_NUM_THREADS'] = os.environ['OPENBLAS_NUM_THREADS'] = '1'
    import time, numpy as np
    laps, beacons, packets = 60, 35, 810
    b = np.arange(beacons)
    bx, by = (2.5 + 5 * (b % 7))[:, None], (1.75 + 3.5 * (b // 7))[:, None]
    rho = np.exp(-0.13 / 2)
    steady, spread = np.sqrt(4 / 5), np.sqrt(0.5 / 5)
    generator = np.random.Generator(np.random.SFC64(1))
    def normal(*shape): return generator.standard_normal(shape, dtype=np.float32)
    corners = np.array([[0, 0], [35, 0], [35, 17.5], [0, 17.5], [0, 0]])
    arcs = np.array([0, 35, 52.5, 87.5, 105])
    start = time.process_time()
    for lap in range(laps):
        s = (105 * lap / 300 + 0.13 * np.arange(packets)) % 105
        x, y = np.interp(s, arcs, corners[:, 0]), np.interp(s, arcs, corners[:, 1])
        x, y = x + 0.3 * np.sin(lap), y + 0.3 * np.sin(lap)
        squared = ((x - bx) ** 2 + (y - by) ** 2 + 1.4 ** 2).astype(np.float32)
        level = -59 - np.float32(11) * np.log10(squared)
        innovations = normal(packets, beacons) * np.float32(np.sqrt(1 - rho * rho))
        shadow = np.empty((packets, beacons), np.float32)
        now = normal(beacons)
        for k in range(packets):
            now = np.float32(rho) * now + innovations[k]
            shadow[k] = now
        level += 4 * shadow.T
        first, second = normal(beacons, packets), normal(beacons, packets)
        level += 10 * np.log10((np.float32(steady) + np.float32(spread) * first) ** 2
                               + (np.float32(spread) * second) ** 2)
        level += normal(beacons, packets)
        heard = level >= -90
        reading = np.minimum(np.rint(level), -20).astype(np.int8)
        reading[~heard] = 127
    spent = time.process_time() - start
    print(f'{spent / (laps * beacons * packets) * 1e9:.1f} ns of CPU a packet (NumPy {np.__version__}, one thread)')
    """
}
