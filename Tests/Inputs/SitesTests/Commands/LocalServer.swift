import Foundation
import TestSupport

/// A server of files on this machine, in Python, which keeps a list of what was asked for.
final class LocalServer {
  let address: String
  /// Nothing is written to it: when it is closed, at the latest with the process of the tests, the server ends.
  private let life = Pipe()
  private let log: String

  private static let program = """
    import http.server, os, sys, threading
    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            with open(sys.argv[2], "a") as log: log.write(f"{self.path}\\n")
            path = os.path.join(sys.argv[1], self.path[1:])
            if not os.path.isfile(path): return self.send_error(404)
            data = open(path, "rb").read()
            self.send_response(200)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)
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

  /// The path of each request so far.
  var requests: [String] {
    ((try? String(contentsOfFile: log, encoding: .utf8)) ?? "").split(separator: "\n").map(String.init)
  }
}
