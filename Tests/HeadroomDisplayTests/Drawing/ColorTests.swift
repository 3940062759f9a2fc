import Foundation
import HeadroomDisplay
import HeadroomGraphics
import HeadroomImage
import Testing

@Suite("Colours of UIKit and AppKit")
struct ColorTests {
  private func components(_ color: UIColor) -> [CGFloat] {
    var (r, g, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (-9, -9, -9, -9)
    #expect(unsafe color.getRed(&r, green: &g, blue: &b, alpha: &a))
    return [r, g, b, a]
  }

  @Test("state their components in extended sRGB")
  func components() {
    #expect(components(UIColor(red: 1.5, green: -0.25, blue: 0.5, alpha: 0.75)) == [1.5, -0.25, 0.5, 0.75])
    #expect(components(.systemBlue).map { ($0 * 255).rounded() } == [0, 122, 255, 255])
    #expect(components(.lightGray)[0] == 2.0 / 3)
    let p3 = components(UIColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1))
    // Apple's number for the red of Display P3 in extended sRGB.
    #expect(abs(p3[0] - 1.0930) < 5e-4 && abs(p3[1] + 0.2267) < 5e-4 && abs(p3[2] + 0.1501) < 5e-4)
    #expect(unsafe UIColor.red.getRed(nil, green: nil, blue: nil, alpha: nil))
  }

  @Test("go to hue, saturation and brightness and back", arguments: [0, 0.1, 0.25, 0.5, 0.66, 0.9] as [CGFloat])
  func hue(_ hue: CGFloat) {
    let color = UIColor(hue: hue, saturation: 0.75, brightness: 2, alpha: 0.5)
    var (h, s, b, a): (CGFloat, CGFloat, CGFloat, CGFloat) = (0, 0, 0, 0)
    #expect(unsafe color.getHue(&h, saturation: &s, brightness: &b, alpha: &a))
    #expect(abs(h - hue) < 1e-9 && abs(s - 0.75) < 1e-9 && b == 2 && a == 0.5)
    #expect(components(UIColor(hue: 1.0 / 3, saturation: 1, brightness: 1, alpha: 1)) == [0, 1, 0, 1])
  }

  @Test("become gray by their luminance")
  func white() {
    var (white, alpha): (CGFloat, CGFloat) = (0, 0)
    #expect(unsafe UIColor(white: 0.3, alpha: 0.6).getWhite(&white, alpha: &alpha))
    #expect(white == 0.3 && alpha == 0.6)
    #expect(unsafe UIColor.green.getWhite(&white, alpha: nil))
    // 0.7152 of white's light, on sRGB's curve.
    #expect(abs(white - 0.8627) < 5e-4)
  }

  @Test("are multiplied in light by their exposure")
  func exposure() throws {
    let color = UIColor(red: 1, green: 0.5, blue: 0, alpha: 1, linearExposure: 4)
    let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let light = try #require(color.cgColor.converted(to: linear, intent: .defaultIntent, options: nil)?.components)
    #expect(abs(light[0] - 4) < 1e-6 && abs(light[1] - 4 * 0.21404) < 1e-4 && light[2] == 0)
    #expect(color.cgColor.contentHeadroom == 4 && color.linearExposure == 4)
    #expect(components(color.standardDynamicRange) == [1, 0.5, 0, 1])
    #expect(UIColor(red: 1, green: 0.5, blue: 0, alpha: 1, exposure: 2) == color)
    #expect(UIColor.red.linearExposure == 1)
  }

  @Test("are equal by value")
  func equality() {
    #expect(UIColor(red: 0, green: 0.25, blue: 1, alpha: 1) == UIColor(red: 0, green: 0.25, blue: 1, alpha: 1))
    #expect(UIColor.red != UIColor.blue && Set([UIColor.red, .red, .green]).count == 2)
    #expect(NSColor(srgbRed: 0, green: 1, blue: 0, alpha: 1) == NSColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
  }

  @Test("go to Core Image and back")
  func coreImage() throws {
    let color = CIColor(red: 0.25, green: 0.5, blue: 1)
    #expect(UIColor(ciColor: color).ciColor == color)
    #expect(CIColor(color: UIColor(red: 2, green: 0, blue: 0, alpha: 1)).red == 2)
    #expect(try #require(CIColor(color: NSColor.systemRed)).green == 59.0 / 255)
  }

  @Test("of AppKit are converted between spaces, limited where a space is")
  func spaces() throws {
    let color = NSColor(displayP3Red: 1, green: 0, blue: 0, alpha: 1)
    #expect(color.redComponent == 1 && color.colorSpace == .displayP3)
    let extended = try #require(color.usingColorSpace(.extendedSRGB))
    #expect(abs(extended.redComponent - 1.0930) < 5e-4 && extended.greenComponent < -0.2)
    let limited = try #require(color.usingColorSpace(.sRGB))
    #expect(limited.redComponent == 1 && limited.greenComponent == 0)
    let gray = try #require(NSColor.white.usingColorSpace(.genericGamma22Gray))
    #expect(abs(gray.whiteComponent - 1) < 1e-9 && gray.numberOfComponents == 2)
    #expect(NSColorSpace(cgColorSpace: CGColorSpace(name: CGColorSpace.sRGB)!)?.isEqual(NSColorSpace.sRGB) == true)
    #expect(NSColorSpace.displayP3.numberOfColorComponents == 3 && NSColorSpace.deviceGray.colorSpaceModel == .gray)
    let profile = try #require(NSColorSpace.displayP3.iccProfileData)
    #expect(NSColorSpace(iccProfileData: profile)?.colorSpaceModel == .rgb)
    #expect(NSColorSpace(iccProfileData: Data([1, 2, 3])) == nil)
  }

  @Test("with odd numbers are colours all the same", arguments: [CGFloat.nan, .infinity, -.infinity])
  func hostile(_ number: CGFloat) {
    #expect(components(UIColor(red: number, green: 0, blue: 0, alpha: number)).allSatisfy { $0.isFinite })
    #expect(
      components(UIColor(hue: number, saturation: number, brightness: number, alpha: 1)).allSatisfy { $0.isFinite })
    let exposed = UIColor(red: 1, green: 1, blue: 1, alpha: 1, linearExposure: number)
    #expect(components(exposed).allSatisfy { $0.isFinite })
    #expect(components(UIColor(red: 1, green: 1, blue: 1, alpha: 1, exposure: 1e9)).allSatisfy { $0.isFinite })
  }
}
