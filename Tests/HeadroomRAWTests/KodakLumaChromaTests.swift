import HeadroomContainers
import HeadroomRAW
import Testing

@Suite struct KodakLumaChromaTests {
  private static let size = 2_247_168

  private static let picture: [UInt8] = {
    (0..<size).map { at in
      switch at % 4 {
      case 1: 120
      case 3: 134
      default: UInt8(60 + at / 2 % 1232 / 8)
      }
    }
  }()

  @Test func `A file that begins with its first pixel is known by what its pixels look like`() {
    #expect(CameraSignature.isThere(FileBytes(Self.picture)))
    #expect(!CameraSignature.isThere(FileBytes(Self.picture + [0])))
    var state: UInt32 = 7
    let noise = (0..<Self.size).map { _ in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(state >> 24)
    }
    #expect(!CameraSignature.isThere(FileBytes(noise)))
    #expect(!CameraSignature.isThere(FileBytes(Array("P6\n".utf8) + Self.picture.dropFirst(3))))
  }
}
