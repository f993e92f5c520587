import Glibc
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Connections of HTTP/1.1, with limits for what a client may send and how long it may be silent.
struct ServedChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  private let http: HTTP1Channel

  /// How many may be open at once: as many as the process may have files, without some for other purposes.
  static var mostConnections: Int {
    var files = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    files.rlim_cur = files.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)
    return max(16, Int(clamping: files.rlim_cur) - 100)
  }

  /// Octets that are read at once. As many requests are decoded as they hold, before the first is answered.
  private static let mostRead = 4 << 10

  init(responder: @escaping HTTPChannelHandler.Responder) {
    http = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(
        // How long a head may take to come, and a connection wait for the next one.
        idleTimeout: .seconds(20),
        httpDecoderConfiguration: HTTP1Channel.Configuration.DecoderConfiguration(
          maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    http.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let options = channel.syncOptions
      try options?.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.mostRead))
      try options?.setOption(.maxMessagesPerRead, value: 1)
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(HeadCheck(), position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

/// Marks requests whose head could mean two things, and ends a connection soon after the server.
final class HeadCheck: ChannelInboundHandler {
  // A class, as handlers are; it belongs to one event loop.
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart

  /// How long those that are being answered have when the server ends.
  private static let lastWords = TimeAmount.seconds(5)

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), let fault = Self.fault(of: head) else {
      return context.fireChannelRead(data)
    }
    head.headers.replaceOrAdd(name: Self.faultName, value: fault)
    head.headers.replaceOrAdd(name: "Connection", value: "close")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if event is ChannelShouldQuiesceEvent {
      let channel = context.channel
      context.eventLoop.scheduleTask(in: Self.lastWords) { channel.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  private static let faultName = "Beaconbench-Fault"

  private static func fault(of head: HTTPRequestHead) -> String? {
    // Whoever knows no chunks takes the body for the next request (RFC 9112, section 6.1).
    if head.version != .http1_1, head.headers.contains(name: "Transfer-Encoding") {
      return "expected no Transfer-Encoding in HTTP/1.0, found one"
    }
    let hosts = head.headers[canonicalForm: "Host"].count
    return hosts > 1 ? "expected the header Host once, found it \(hosts) times" : nil
  }

  /// What was found wrong with a request, which is answered in its turn.
  static func fault(of request: Request) -> Problem? {
    HTTPField.Name(faultName).flatMap { request.headers[$0] }.map { Problem(.badRequest, $0) }
  }
}
