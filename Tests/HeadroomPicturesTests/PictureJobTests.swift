import Foundation
import HeadroomContainers
import HeadroomImage
import HeadroomImageIO
import HeadroomPictures
import HeadroomPixels
import Synchronization
import Testing

/// Jobs as a service makes them: sources, edits and targets as values, results in memory.
@Suite("Picture jobs")
struct PictureJobTests {
  private let resources = JobResources()

  /// 64 x 48 pixels in all colours.
  private func source() throws -> PictureSource {
    var pixels: [UInt8] = []
    for place in 0..<64 * 48 {
      let (x, y) = (place % 64, place / 64)
      pixels += [UInt8(x * 4), UInt8(y * 5), UInt8(place * 7 % 256)]
    }
    return try PictureSource(FileBytes(Array("P6 64 48 255\n".utf8) + pixels), name: "made.ppm", resources)
  }

  private func target(_ format: String) throws -> Target { Target(format: try TargetFormat(named: format)) }

  private func info(_ bytes: [UInt8]) throws -> StillInfo {
    try ImageFormats.open(FileBytes(bytes), limits: .standard).info
  }

  @Test func `plan before they write, and say what came of it`() throws {
    var edit = Edit()
    edit.geometry.resize = .width(32)
    let job = PictureJob(try source(), edit, try target("jpeg"), in: PictureRenderer(resources))
    let plan = try job.plan()
    #expect(plan.losses.isEmpty && !plan.keepsCodedData && plan.summary == "jpeg, SDR, sRGB, 8 bit")
    let output = MemoryOutput()
    let outcome = try job.write(plan, to: output)
    let size = try #require(try outcome.size())
    #expect(size.width == 32 && size.height == 24)
    #expect(try outcome.quality() == 85)
    #expect(outcome.seconds > 0 && outcome.peakBytes > 1 << 20)
    let info = try info(output.bytes)
    #expect(info.format == "jpeg" && info.width == 32 && info.height == 24)
  }

  @Test func `say losses as values, and refuse them where none is allowed`() throws {
    let light = CIImage(color: CIColor(red: 4, green: 4, blue: 4)).cropped(to: CGRect(x: 0, y: 0, width: 8, height: 8))
    let source = try PictureSource(light.settingContentHeadroom(4), name: "light")
    var target = try target("jpeg")
    target.rendition = .sdr
    let warnings = Mutex<[String]>([])
    let events = JobEvents(warning: { text in warnings.withLock { $0.append(text) } })
    var job = PictureJob(source, Edit(), target, in: PictureRenderer(resources), events: events)
    let loss = try #require(try job.plan().losses.first)
    #expect(loss.kind == .hdr(headroom: 4) && loss.isSevere)
    #expect(warnings.withLock { $0 } == [loss.text])
    job.target.isStrict = true
    let error = #expect(throws: PictureError.self) { try job.plan() }
    #expect(error?.kind == .hdrLost)
  }

  @Test func `share the pixels of one source`() throws {
    let shared = try source().sharingForms
    let sizes = try [("jpeg", ResizeRule.width(32)), ("png", .percent(25)), ("png", .height(9))].map { format, size in
      var edit = Edit()
      edit.geometry.resize = size
      let (own, common) = (MemoryOutput(), MemoryOutput())
      try PictureJob(source(), edit, target(format), in: PictureRenderer(resources)).write(to: own)
      try PictureJob(shared, edit, target(format), in: PictureRenderer(resources)).write(to: common)
      #expect(own.bytes == common.bytes)
      let info = try info(common.bytes)
      return [info.width, info.height]
    }
    #expect(sizes == [[32, 24], [16, 12], [12, 9]])
  }

  @Test(arguments: [nil, 90.0])
  func `cut a size from what covers another, as it is resized`(rotation: Double?) throws {
    var (cut, cropped) = (Edit(), Edit())
    for degrees in [rotation] { (cut.geometry.rotation, cropped.geometry.rotation) = (degrees, degrees) }
    (cut.geometry.resize, cut.geometry.crop) = (.cover(width: 12, height: 12), .size(width: 12, height: 8))
    // 12 pixels cover the 48 of the shorter side: a quarter. The cut is 48x32 in the middle, or 32x48 where it is turned.
    let part =
      rotation == nil ? PixelRect(x: 8, y: 8, width: 48, height: 32) : PixelRect(x: 16, y: 0, width: 32, height: 48)
    (cropped.geometry.resize, cropped.geometry.crop) = (.exact(width: 12, height: 8), .rectangle(part))
    let (one, other) = (MemoryOutput(), MemoryOutput())
    try PictureJob(source(), cut, target("png"), in: PictureRenderer(resources)).write(to: one)
    try PictureJob(source(), cropped, target("png"), in: PictureRenderer(resources)).write(to: other)
    #expect(one.bytes == other.bytes)
    #expect(try [info(one.bytes).width, info(one.bytes).height] == [12, 8])
    // A size that does not fit into the box is cut first.
    cut.geometry.crop = .size(width: 13, height: 8)
    #expect(try cut.geometry.size(width: 64, height: 48) == (rotation == nil ? (20, 12) : (12, 20)))
  }

  @Test func `leave nothing behind where they fail`() throws {
    var edit = Edit()
    edit.geometry.crop = .size(width: 100, height: 10)
    let output = MemoryOutput()
    let error = #expect(throws: PictureError.self) {
      try PictureJob(source(), edit, target("png"), in: PictureRenderer(resources)).write(to: output)
    }
    #expect(error.map { SettingWords.options.text($0.text) } == "--crop: 100x10 is larger than the picture of 64x48")
    #expect(output.bytes.isEmpty)
  }
}
