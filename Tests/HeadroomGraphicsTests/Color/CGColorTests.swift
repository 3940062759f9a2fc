import Foundation
import HeadroomGraphics
import Testing

@Suite struct CGColorTests {
  private func space(_ name: String) throws -> CGColorSpace { try #require(CGColorSpace(name: name)) }

  private func converted(_ color: CGColor, to name: String) throws -> [CGFloat] {
    let result = color.converted(to: try space(name), intent: .defaultIntent, options: nil)
    return try #require(result?.components)
  }

  private func expect(_ found: [CGFloat], near expected: [CGFloat], tolerance: CGFloat = 1e-6) {
    #expect(found.count == expected.count)
    for (a, b) in zip(found, expected) { #expect(abs(a - b) < tolerance, "\(found) against \(expected)") }
  }

  @Test func `components end with alpha`() throws {
    let color = CGColor(srgbRed: 0.25, green: 0.5, blue: 0.75, alpha: 0.5)
    #expect(color.components == [0.25, 0.5, 0.75, 0.5])
    #expect(color.numberOfComponents == 4 && color.alpha == 0.5)
    #expect(color.colorSpace?.name == CGColorSpace.sRGB)
    #expect(CGColor.black.components == [0, 1] && CGColor.clear.alpha == 0)
    #expect(color.copy(alpha: 1)?.components == [0.25, 0.5, 0.75, 1])
  }

  @Test func `red of sRGB is a colour inside P3`() throws {
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    expect(try converted(red, to: CGColorSpace.displayP3), near: [0.917488, 0.200287, 0.138561, 1], tolerance: 1e-5)
  }

  @Test func `red of P3 leaves the gamut of extended sRGB and is clamped in sRGB`() throws {
    let red = unsafe try #require(CGColor(colorSpace: space(CGColorSpace.displayP3), components: [1, 0, 0, 1]))
    let extended = try converted(red, to: CGColorSpace.extendedSRGB)
    #expect(extended[0] > 1.09 && extended[1] < -0.22)
    expect(try converted(red, to: CGColorSpace.sRGB), near: [1, 0, 0, 1])
  }

  @Test func `reference white of PQ is 1`() throws {
    let signal = 0.5806888810416109
    let white = unsafe try #require(
      CGColor(colorSpace: space(CGColorSpace.itur_2100_PQ), components: [signal, signal, signal, 1]))
    expect(try converted(white, to: CGColorSpace.extendedLinearSRGB), near: [1, 1, 1, 1])
  }

  @Test func `gray takes the luminance of a colour`() throws {
    let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    expect(try converted(green, to: CGColorSpace.linearGray), near: [0.715169, 1], tolerance: 1e-5)
    expect(try converted(CGColor(gray: 1, alpha: 0.5), to: CGColorSpace.sRGB), near: [1, 1, 1, 0.5])
  }

  @Test func `inks convert to RGB but not back`() throws {
    let cyan = CGColor(genericCMYKCyan: 1, magenta: 0, yellow: 0, black: 0, alpha: 1)
    #expect(cyan.numberOfComponents == 5)
    expect(try converted(cyan, to: CGColorSpace.sRGB), near: [0, 1, 1, 1])
    #expect(cyan.converted(to: try space(CGColorSpace.genericCMYK), intent: .perceptual, options: nil) == nil)
  }

  @Test func `headroom is 0 or at least 1 and only for RGB`() throws {
    let linear = try space(CGColorSpace.extendedLinearSRGB)
    let bright = CGColor(headroom: 4, colorSpace: linear, red: 4, green: 4, blue: 4, alpha: 1)
    #expect(bright.map(CGColorGetContentHeadroom) == 4)
    #expect(CGColor(headroom: 0.5, colorSpace: linear, red: 1, green: 1, blue: 1, alpha: 1) == nil)
    let gray = try space(CGColorSpace.linearGray)
    #expect(CGColorCreateWithContentHeadroom(2, gray, 1, 1, 1, 1) == nil)
    #expect(CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1).contentHeadroom == 1)
    #expect(CGColorCreateWithContentHeadroom(0, linear, 1, 1, 1, 1)?.contentHeadroom == 0)
  }

  @Test func `equality is by components, space and headroom`() {
    #expect(CGColor(gray: 0.5, alpha: 1) == CGColor(genericGrayGamma2_2Gray: 0.5, alpha: 1))
    #expect(CGColor(gray: 0.5, alpha: 1) != CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1))
  }
}
