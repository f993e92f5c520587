import Foundation

/// The particle filter on the plan in vectorised NumPy, where Python and NumPy are installed: 1000 particles and 35 beacons.
enum NumPyParticles {
  /// Prints picoseconds of processor time a fix, as the benchmarks do.
  static func report() {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", program]
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return print("peer: NumPy's particle filter: no Python") }
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    print(
      "peer: NumPy's particle filter: \(text.isEmpty ? "not installed" : text.trimmingCharacters(in: .newlines))"
    )
  }

  /// The same steps as ``ParticlesOnPlan``: turn, change speed, move, weigh in single precision, resample systematically, and the
  /// weighted mean half a second later.
  private static let program = """
    import os
    os.environ['OMP_NUM_THREADS'] = os.environ['OPENBLAS_NUM_THREADS'] = '1'
    import time, numpy as np
    count, beacons, epochs = 1000, 35, 2000
    g = np.random.Generator(np.random.SFC64(1))
    b = np.arange(beacons)
    bx, by = (3.0 * b).astype(np.float32), np.full(beacons, -1, np.float32)
    x, y = g.normal(5, 5, count), g.normal(0, 5, count)
    speed, heading = np.maximum(0, g.normal(1.3, 0.3, count)), g.uniform(0, 2 * np.pi, count)
    weights = np.full(count, 1 / count)
    start = time.process_time()
    for epoch in range(epochs):
        walker = 5 + 1.3 * (epoch % 70)
        loss = (9 * np.log10((walker - bx) ** 2 + 1 + 3.24) + g.normal(0, 5, beacons)).astype(np.float32)
        heading += 0.52 * g.standard_normal(count)
        speed = np.maximum(0, speed + 0.1 * g.standard_normal(count))
        x += speed * np.cos(heading); y += speed * np.sin(heading)
        dx, dy = x.astype(np.float32)[:, None] - bx, y.astype(np.float32)[:, None] - by
        residual = loss - np.float32(9) * np.log10(dx * dx + dy * dy + np.float32(3.24))
        logs = (np.float32(-0.5 / 64) * (residual * residual).sum(axis=1)).astype(float)
        weights *= np.exp(logs - logs.max()); weights /= weights.sum()
        if 1 / (weights ** 2).sum() < count / 2:
            chosen = np.searchsorted(np.cumsum(weights), (np.arange(count) + g.uniform()) / count)
            chosen = np.minimum(chosen, count - 1)
            x, y, speed, heading = x[chosen], y[chosen], speed[chosen], heading[chosen]
            weights = np.full(count, 1 / count)
        h = heading + 0.37 * g.standard_normal(count)
        px, py = x + 0.5 * speed * np.cos(h), y + 0.5 * speed * np.sin(h)
        mx, my = (weights * px).sum(), (weights * py).sum()
        spread = (weights * ((px - mx) ** 2 + (py - my) ** 2)).sum()
    spent = time.process_time() - start
    print(f'{spent / epochs * 1e12:.0f} ps of CPU a fix (NumPy {np.__version__}, one thread)')
    """
}
