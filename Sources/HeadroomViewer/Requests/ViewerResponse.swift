internal import HeadroomContainers
internal import HeadroomEngine
internal import HeadroomRAW

/// An answer: status, headers and body of an HTTP response. The server adds the length and the common headers.
package struct ViewerResponse: Sendable {
  package var status = 200
  package var headers: [(name: String, value: String)] = []
  package var body: [UInt8] = []

  package init(status: Int = 200, _ type: String? = nil, _ body: [UInt8] = []) {
    self.status = status
    self.body = body
    if let type { headers.append(("Content-Type", type)) }
  }

  init(_ value: JSONValue, status: Int = 200) {
    self.init(status: status, "application/json", Array(value.description.utf8))
  }

  package init(_ error: ViewerError) { self.init(error.json, status: error.status) }

  /// Numbers without a media type of their own.
  static func binary(_ body: [UInt8]) -> ViewerResponse { ViewerResponse("application/octet-stream", body) }

  func with(_ name: String, _ value: some CustomStringConvertible) -> ViewerResponse {
    var result = self
    result.headers.append((name, value.description))
    return result
  }

  /// The headers of every answer: its type must not be guessed, and it must not be framed or shown to other sites.
  package static let commonHeaders: [(name: String, value: String)] = [
    ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
    ("Cross-Origin-Resource-Policy", "same-origin"), ("Cross-Origin-Opener-Policy", "same-origin"),
    (
      "Content-Security-Policy",
      """
      default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self' blob:; \
      connect-src 'self'; worker-src 'self' blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'
      """
    ),
  ]
}
