import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// Connections of HTTP/1.1, each with a guard.
struct GuardedChannel: ServerChildChannel {
  typealias Value = HTTP1Channel.Value

  private let http: HTTP1Channel
  private let connections: Connections

  /// What a head may hold.
  private static let limits = HTTP1Channel.Configuration.DecoderConfiguration(
    maxHeaderFieldSize: 16 << 10, maxHeaderListSize: 32 << 10, maxHeaderFieldCount: 100)
  /// Octets that are read at once. As many requests are decoded as they hold, before the first is answered.
  private static let mostRead = 4 << 10

  init(responder: @escaping HTTPChannelHandler.Responder, connections: Connections) {
    http = HTTP1Channel(
      responder: responder,
      configuration: HTTP1Channel.Configuration(httpDecoderConfiguration: Self.limits))
    self.connections = connections
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
    connections.open(channel)
    channel.closeFuture.whenComplete { [connections] _ in connections.closed(channel) }
    return http.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let options = channel.syncOptions
      try options?.setOption(.recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: Self.mostRead))
      try options?.setOption(.maxMessagesPerRead, value: 1)
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(ConnectionGuard(connections), position: .after(decoder))
      return value
    }
  }

  func handle(value: Value, logger: Logger) async { await http.handle(value: value, logger: logger) }
}

/// Watches one connection: whether a request is being answered, whether the client takes the answer, and that it ends with the server.
final class ConnectionGuard: ChannelDuplexHandler {
  // A class, as handlers are; it belongs to one event loop.
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private let connections: Connections
  /// Whole requests that have come, without those that are answered; an answer may come before the end of its request.
  private var unanswered = 0
  /// How long those that are being answered have when the server ends.
  private static let lastWords = TimeAmount.seconds(5)

  init(_ connections: Connections) { self.connections = connections }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(var head) where Self.fault(of: head) != nil:
      head.headers.replaceOrAdd(name: Self.faultName, value: Self.fault(of: head) ?? "")
      head.headers.replaceOrAdd(name: "Connection", value: "close")
      context.fireChannelRead(wrapInboundOut(.head(head)))
    case .end:
      unanswered += 1
      if unanswered == 1 { connections.set(context.channel, isAnswered: true) }
      context.fireChannelRead(data)
    default: context.fireChannelRead(data)
    }
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .end = unwrapOutboundIn(data) {
      unanswered -= 1
      if unanswered <= 0 { connections.set(context.channel, isAnswered: false) }
    }
    context.write(data, promise: promise)
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    connections.set(context.channel, isStalled: !context.channel.isWritable)
    context.fireChannelWritabilityChanged()
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

  /// What the guard found wrong with a request, which is answered in its turn.
  static func fault(of request: Request) -> Problem? {
    HTTPField.Name(faultName).flatMap { request.headers[$0] }.map { Problem(.badRequest, $0) }
  }
}
