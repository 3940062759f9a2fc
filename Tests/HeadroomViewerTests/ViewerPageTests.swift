import Foundation
import HeadroomTestSupport
import HeadroomViewer
import Testing

struct ViewerPageTests {
  @Test func thePageIsCarriedInTheCode() {
    #expect(ViewerPage.index.starts(with: "<!doctype html>".utf8))
  }

  @Test func `Every file of the page is in the table, as it is in the folder`() throws {
    let folder = TestData.packageRoot.appending(path: "Sources/HeadroomViewer/Page")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasPrefix(".") }
    #expect(Set(ViewerPage.files.keys) == Set(names))
    for name in names {
      #expect(try [UInt8](Data(contentsOf: folder.appending(path: name))) == ViewerPage.files[name])
      #expect(ViewerPage.type(of: name) != "application/octet-stream")
    }
  }
}
