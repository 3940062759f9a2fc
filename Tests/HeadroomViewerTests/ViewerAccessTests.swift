import HeadroomEngine
import HeadroomViewer
import Testing

struct ViewerAccessTests {
  private let access = ViewerAccess(names: ["localhost", "127.0.0.1", "[::1]"], port: 8203, isEncrypted: false)
  private let host = "127.0.0.1:8203"

  private func request(
    _ target: String, method: String = "GET", host: [String]? = nil, origin: [String] = [], cookies: [String] = []
  ) -> ViewerRequest {
    ViewerRequest(method: method, target: target, host: host ?? [self.host], origin: origin, cookies: cookies)
  }

  /// The cookie that the token is swapped for.
  private func cookie() throws -> String {
    let answer = try #require(access.refusal(of: request("/?token=\(access.token.text)")))
    let header = try #require(answer.headers.first { $0.name == "Set-Cookie" }?.value)
    return String(try #require(header.split(separator: ";").first))
  }

  @Test func `The token is swapped for a cookie and leaves the address`() throws {
    let answer = try #require(access.refusal(of: request("/?token=\(access.token.text)")))
    #expect(answer.status == 303)
    #expect(answer.headers.contains { $0.name == "Location" && $0.value == "/" })
    let cookie = try #require(answer.headers.first { $0.name == "Set-Cookie" }?.value)
    #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
    #expect(!cookie.contains(access.token.text))
  }

  @Test func `Tokens are 256 bits and never the same`() {
    let tokens = (0..<100).map { _ in SecretText().text }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { $0.count == 64 })
  }

  @Test func `A wrong token, no cookie and a foreign cookie are refused`() throws {
    for target in ["/?token=", "/?token=\(String(repeating: "0", count: 64))", "/", "/api/files"] {
      #expect(access.refusal(of: request(target))?.status == 403, "\(target)")
    }
    #expect(access.refusal(of: request("/", cookies: ["headroom-viewer-8203=abc"]))?.status == 403)
    #expect(access.refusal(of: request("/", cookies: ["a=b; " + (try cookie()) + "; c=d"])) == nil)
  }

  @Test(arguments: [[], ["evil.example:8203"], ["127.0.0.1"], ["127.0.0.1:80"], ["127.0.0.1:8203", "127.0.0.1:8203"]])
  func `Other names are refused, whatever cookie comes with them`(_ hosts: [String]) throws {
    #expect(access.refusal(of: request("/", host: hosts, cookies: [try cookie()]))?.status == 403)
    #expect(access.refusal(of: request("/?token=\(access.token.text)", host: hosts))?.status == 403)
  }

  @Test func `Writing and sockets need the page's own origin`() throws {
    let cookies = [try cookie()]
    let own = "http://\(host)"
    for origin in [[], ["null"], ["http://evil.example"], ["https://\(host)"], ["http://localhost:8203"], [own, own]] {
      let post = request("/api/upload", method: "POST", origin: origin, cookies: cookies)
      #expect(access.refusal(of: post)?.status == 403, "\(origin)")
      #expect(!access.allowsSocket(request("/api/events", origin: origin, cookies: cookies)), "\(origin)")
    }
    #expect(access.refusal(of: request("/api/upload", method: "POST", origin: [own], cookies: cookies)) == nil)
    #expect(access.allowsSocket(request("/api/events", origin: [own], cookies: cookies)))
    #expect(!access.allowsSocket(request("/api/events", origin: [own])))
  }

  @Test func `Over TLS the cookie is sent over TLS only`() throws {
    let access = ViewerAccess(names: ["192.168.1.5"], port: 443, isEncrypted: true)
    let request = ViewerRequest(
      method: "GET", target: "/?token=\(access.token.text)", host: ["192.168.1.5"])
    let cookie = access.refusal(of: request)?.headers.first { $0.name == "Set-Cookie" }?.value
    #expect(cookie?.contains("; Secure") == true)
  }
}
