import CGSL

/// The one way to call the GNU Scientific Library: the handler that would end the process is off before the
/// first call, and every status is looked at.
enum GSL {
  /// Evaluated once in a process.
  private static let handlerIsOff: Bool = {
    _ = gsl_set_error_handler_off()
    return true
  }()

  /// Runs a call that gives a status.
  ///
  /// - Throws: ``FitError/library(status:message:)`` unless the status is success.
  static func check(_ call: () -> Int32) throws(FitError) {
    precondition(handlerIsOff)
    let status = Int(call())
    guard status == GSL_SUCCESS else { throw error(status) }
  }

  /// Runs a call that gives new storage, or nothing when memory or arguments did not do.
  static func allocated<Value>(_ call: () -> UnsafeMutablePointer<Value>?) throws(FitError)
    -> UnsafeMutablePointer<Value>
  {
    precondition(handlerIsOff)
    guard let value = call() else { throw error(GSL_ENOMEM) }
    return value
  }

  private static func error(_ status: Int) -> FitError {
    .library(status: status, message: String(cString: gsl_strerror(Int32(status))))
  }
}
