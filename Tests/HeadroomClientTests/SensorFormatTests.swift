import Headroom
import Testing

@Suite("Sensors' files for a client")
struct SensorFormatTests {
  @Test("Image I/O reads them without being told of them")
  func formats() {
    let types = CGImageSourceCopyTypeIdentifiers().compactMap { $0 as? String }
    #expect(types.contains("com.adobe.raw-image"))
    #expect(types.contains("public.camera-raw-image"))
  }
}
