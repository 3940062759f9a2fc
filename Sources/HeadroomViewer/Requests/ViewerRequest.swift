/// A client's request: the parts of an HTTP request that the viewer uses.
package struct ViewerRequest: Sendable {
  package enum Method: String, Sendable {
    case get = "GET"
    case head = "HEAD"
    case post = "POST"
  }

  /// Nil for methods that the viewer does not support.
  package let method: Method?
  /// Path and query as sent.
  package let target: String
  /// The components of the path, not decoded: no valid name needs an escape, so a name with one is invalid.
  package let path: [String]
  package let query: ViewerQuery
  /// The one `Host` header; nil for none or several.
  package let host: String?
  /// The one `Origin` header; nil for none. Several become one that matches nothing.
  package let origin: String?
  package let cookies: [String]
  package let body: [UInt8]

  /// - Parameters:
  ///   - host: all headers of that name, as for `origin` and `cookies`.
  package init(
    method: String, target: String, host: [String], origin: [String] = [], cookies: [String] = [], body: [UInt8] = []
  ) {
    self.method = Method(rawValue: method)
    self.target = target
    let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
    let names = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // A target that does not begin with a slash (a proxy's, or `*`) has no path here.
    path = target.hasPrefix("/") ? Array(names.dropFirst()) : ["*"]
    query = ViewerQuery(parsing: parts.count > 1 ? String(parts[1]) : "")
    self.host = host.count == 1 ? host[0].lowercased() : nil
    self.origin = origin.isEmpty ? nil : origin.joined(separator: " ").lowercased()
    self.cookies = cookies
    self.body = body
  }
}
