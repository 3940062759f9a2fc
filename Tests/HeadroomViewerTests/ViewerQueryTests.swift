import HeadroomViewer
import Testing

struct ViewerQueryTests {
  @Test func `Escapes are decoded, and what is no text is not there`() {
    let query = ViewerQuery(parsing: "name=a%20b+c&empty=&flag&bad=%ff%fe&half=%4&name=second&u=%C3%A9")
    #expect(query["name"] == "a b c")
    #expect(query["empty"] == "")
    #expect(query["flag"] == "")
    #expect(query["bad"] == nil)
    #expect(query["half"] == nil)
    #expect(query["u"] == "é")
  }

  @Test func `Thousands of parameters cost no more than a few`() {
    let query = ViewerQuery(parsing: (0..<10_000).map { "p\($0)=1" }.joined(separator: "&"))
    #expect(query["p0"] == "1")
    #expect(query["p9999"] == nil)
  }

  @Test func `Paths are compared as they are sent`() {
    func path(_ target: String) -> [String] {
      ViewerRequest(method: "GET", target: target, host: ["a"]).path
    }
    #expect(path("/") == [""])
    #expect(path("/api/files?limit=2") == ["api", "files"])
    #expect(path("/page/..%2f..%2fetc%2fpasswd") == ["page", "..%2f..%2fetc%2fpasswd"])
    #expect(path("http://evil/") == ["*"])
    #expect(path("*") == ["*"])
    #expect(path("") == ["*"])
  }
}
