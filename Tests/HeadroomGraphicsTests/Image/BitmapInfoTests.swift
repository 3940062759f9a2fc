import HeadroomGraphics
import Testing

@Suite struct BitmapInfoTests {
  @Test func `parts are put together and read back`() {
    for alpha in CGImageAlphaInfo.allCases {
      for order in CGImageByteOrderInfo.allCases where order != .orderMask {
        let info = CGBitmapInfo(alpha: alpha, component: .float, byteOrder: order, pixelFormat: .RGB101010)
        #expect(info.alpha == alpha && info.byteOrder == order)
        #expect(info.component == .float && info.pixelFormat == .RGB101010)
      }
    }
  }

  @Test func `raw values are those that clients write`() {
    #expect(CGImageAlphaInfo.premultipliedLast.rawValue == 1 && CGImageAlphaInfo.noneSkipFirst.rawValue == 6)
    #expect(CGBitmapInfo.byteOrder32Little.rawValue == 0x2000 && CGBitmapInfo.byteOrder16Big.rawValue == 0x3000)
    #expect(CGBitmapInfo.floatComponents.rawValue == 0x100)
    #expect(CGImagePixelFormatInfo.RGB101010.rawValue == 0x30000)
    #expect(CGBitmapInfo.byteOrder16Host == .byteOrder16Little && CGImageByteOrderInfo.order32Host == .order32Little)
    let client = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue | 0x2000)
    #expect(client == CGBitmapInfo(alpha: .premultipliedFirst, byteOrder: .order32Little))
  }
}
