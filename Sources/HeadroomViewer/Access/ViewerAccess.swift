/// Access control: a client needs the token from the address, and must use one of the server's own names.
///
/// The token is in the address that the command prints. The first request exchanges it for a cookie that scripts cannot
/// read and other sites cannot send, so that it stays in no history, link or log. `Host` is checked against foreign
/// names that point here, `Origin` so that no other page writes or listens.
package struct ViewerAccess: Sendable {
  package let token: SecretText
  private let session = SecretText()
  private let hosts: Set<String>
  private let scheme: String
  private let cookieName: String

  /// - Parameters:
  ///   - names: the names and addresses under which the server is reached, IPv6 ones in brackets.
  ///   - port: the server's port, which is also in the cookie's name: cookies ignore ports, and a second viewer would
  ///     overwrite it.
  package init(names: [String], port: Int, isEncrypted: Bool, token: SecretText = SecretText()) {
    self.token = token
    let usual = isEncrypted ? 443 : 80
    hosts = Set(
      names.flatMap { name in
        let name = name.lowercased()
        return ["\(name):\(port)"] + (port == usual ? [name] : [])
      })
    scheme = isEncrypted ? "https" : "http"
    cookieName = "headroom-viewer-\(port)"
  }

  /// The answer to a refused request; nil for an allowed one.
  package func refusal(of request: ViewerRequest) -> ViewerResponse? {
    guard let host = request.host, hosts.contains(host) else {
      return Self.page(403, "This is not a name of this server.")
    }
    if let answer = swap(request) { return answer }
    guard hasCookie(request) else {
      return Self.page(403, "Open the address that headroom view printed; it holds the key.")
    }
    guard isOwn(request) else { return Self.page(403, "Other pages cannot use this viewer.") }
    return nil
  }

  /// As ``refusal(of:)`` for WebSockets, which browsers let every page open: here the origin is required.
  package func allowsSocket(_ request: ViewerRequest) -> Bool {
    guard let host = request.host, hosts.contains(host), hasCookie(request) else { return false }
    return request.origin == "\(scheme)://\(host)"
  }

  private func swap(_ request: ViewerRequest) -> ViewerResponse? {
    guard request.method == .get, request.path == [""], let given = request.query["token"] else { return nil }
    guard token.matches(given) else { return Self.page(403, "This key is not that of the viewer that runs here.") }
    let secure = scheme == "https" ? "; Secure" : ""
    return ViewerResponse(status: 303)
      .with("Location", "/")
      .with("Set-Cookie", "\(cookieName)=\(session.text); HttpOnly; SameSite=Strict; Path=/\(secure)")
      .with("Cache-Control", "no-store")
  }

  private func hasCookie(_ request: ViewerRequest) -> Bool {
    request.cookies.joined(separator: ";").split(separator: ";").contains { pair in
      let sides = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
      return sides.count == 2 && sides[0] == cookieName && session.matches(sides[1])
    }
  }

  /// A typed address reads without an origin; writing requests must come from the page.
  private func isOwn(_ request: ViewerRequest) -> Bool {
    guard let origin = request.origin else { return request.method != .post }
    return request.host.map { origin == "\(scheme)://\($0)" } ?? false
  }

  private static func page(_ status: Int, _ sentence: String) -> ViewerResponse {
    let text = "<!doctype html><meta charset=\"utf-8\"><title>Headroom</title><p>\(sentence)</p>\n"
    return ViewerResponse(status: status, "text/html; charset=utf-8", Array(text.utf8)).with(
      "Cache-Control", "no-store")
  }
}
