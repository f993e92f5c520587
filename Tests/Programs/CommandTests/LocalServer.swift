import Foundation
import TestSupport

/// A server of files on this machine, in Python: it keeps a list of what was asked for, honours `Range`, and below `/plain/` does not.
final class LocalServer {
  let address: String
  /// Nothing is written to it: when it is closed, at the latest with the process of the tests, the server ends.
  private let life = Pipe()
  private let log: String

  private static let program = """
    import http.server, os, re, sys, threading
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            span = self.headers.get("Range")
            with open(sys.argv[2], "a") as log: log.write(f"{self.path} {span}\\n")
            plain = self.path.startswith("/plain/")
            path = os.path.join(sys.argv[1], self.path[7:] if plain else self.path[1:])
            if not os.path.isfile(path): return self.send_error(404)
            data, start = open(path, "rb").read(), 0
            if span and not plain:
                start = int(re.match(r"bytes=(\\d+)-", span).group(1))
                if start >= len(data): return self.send_error(416)
                self.send_response(206)
                self.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
            else: self.send_response(200)
            self.send_header("Content-Length", str(len(data) - start))
            self.end_headers()
            self.wfile.write(data[start:])
        def log_message(self, *arguments): pass
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    def wait():
        sys.stdin.read()
        os._exit(0)
    threading.Thread(target=wait, daemon=True).start()
    threading.Timer(300, os._exit, [0]).start()
    server.serve_forever()
    """

  /// Serves a folder until this goes away.
  ///
  /// - Parameters:
  ///   - folder: what lies below `/`.
  ///   - log: the file of requests.
  init(_ folder: String, log: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["python3", "-c", Self.program, folder, log]
    let output = Pipe()
    (process.standardInput, process.standardOutput) = (life, output)
    process.standardError = FileHandle.nullDevice
    try process.run()
    let port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    address = "http://127.0.0.1:\(port.trimmingCharacters(in: .whitespacesAndNewlines))"
    self.log = log
  }

  deinit { try? life.fileHandleForWriting.close() }

  /// The path and the range of each request so far.
  var requests: [String] {
    ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }
}
