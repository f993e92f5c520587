import ServerProgram

@main
enum Main {
  static func main() { ServerProgram.start() }
}
