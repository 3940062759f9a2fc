import Foundation
import Headroom
import Testing

@Suite("Image views of a client")
struct ImageViewTests {
  /// A phone's photo: SDR with a gain map, whose upper half is four times as bright as white.
  private func photo() throws -> Data {
    let linear = try #require(CGColorSpace(name: CGColorSpace.extendedLinearSRGB))
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    let bounds = CGRect(x: 0, y: 0, width: 64, height: 64)
    func scene(_ light: CGFloat) throws -> CIImage {
      let color = try #require(CIColor(red: light, green: light, blue: light, colorSpace: linear))
      return CIImage(color: color).cropped(to: CGRect(x: 0, y: 32, width: 64, height: 32))
        .composited(over: CIImage(color: .gray)).cropped(to: bounds)
    }
    let hdr = try scene(4).settingContentHeadroom(4)
    return try #require(
      CIContext().jpegRepresentation(of: try scene(0.9), colorSpace: p3, options: [.hdrImage: hdr]))
  }

  @Test func `a file is read and shown as bright as the screen`() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
    try photo().write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }

    var configuration = UIImageReader.Configuration()
    configuration.prefersHighDynamicRange = true
    let reader = UIImageReader(configuration: configuration)
    let image = try #require(reader.image(contentsOf: url))
    #expect(image.isHighDynamicRange)
    let imageView = UIImageView(image: image)
    imageView.preferredImageDynamicRange = .high

    let display = SimulatedDisplay(potentialHeadroom: 8, currentHeadroom: 8)
    let bright = try #require(display.emitted(by: imageView))
    #expect(abs(bright.calculatedContentHeadroom - 4) < 0.2)
    imageView.preferredImageDynamicRange = .standard
    #expect(try #require(display.emitted(by: imageView)).calculatedContentHeadroom <= 1.001)
    imageView.preferredImageDynamicRange = .constrainedHigh
    #expect(try #require(display.emitted(by: imageView)).calculatedContentHeadroom <= 2.01)
  }

  @Test func `a thumbnail is HDR in a task as well`() async throws {
    var configuration = UIImageReader.Configuration()
    configuration.prefersHighDynamicRange = true
    configuration.preparesImagesForDisplay = true
    let image = try #require(await UIImageReader(configuration: configuration).image(data: try photo()))
    let thumbnail = try #require(await image.byPreparingThumbnail(ofSize: CGSize(width: 16, height: 16)))
    #expect(thumbnail.isHighDynamicRange && thumbnail.size == CGSize(width: 16, height: 16))
    #expect(!thumbnail.imageRestrictedToStandardDynamicRange().isHighDynamicRange)
    #expect(thumbnail.jpegData(compressionQuality: 0.8) != nil)
  }

  @Test func `a renderer keeps what is brighter than white`() throws {
    let format = UIGraphicsImageRendererFormat.preferred()
    format.preferredRange = .extended
    let image = UIGraphicsImageRenderer(size: CGSize(width: 8, height: 8), format: format).image { context in
      UIColor(red: 2, green: 2, blue: 2, alpha: 1).setFill()
      context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
    }
    #expect(image.isHighDynamicRange)
    #expect(UIImage(data: try #require(image.pngData()))?.isHighDynamicRange == true)
  }
}
