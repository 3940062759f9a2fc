import HeadroomViewer
import Testing

struct ViewerPageTests {
  @Test func thePageIsCarriedInTheCode() {
    #expect(ViewerPage.index.starts(with: "<!doctype html>".utf8))
  }
}
