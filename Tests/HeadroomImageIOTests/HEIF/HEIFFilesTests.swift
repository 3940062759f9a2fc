import Foundation
import HeadroomColor
import HeadroomContainers
import HeadroomGraphics
import HeadroomImageIO
import HeadroomPixels
import HeadroomTestSupport
import Testing

@Suite(.enabled(if: TestData.isAvailable, "the real photos are not here"))
struct HEIFFilesTests {
  @Test(arguments: HEIFReference.files)
  func `headers say what the manifest says`(_ file: String) throws {
    let expected = try #require(try ReferenceData.info(of: file))
    let info = try ImageFormats.open(FileBytes(path: TestData.still(file).path)).info
    let size = try #require(expected["size"] as? [Int])
    // The manifest has the Chimera file's size before its crop.
    if expected["clap"] == nil { #expect([info.width, info.height] == size) }
    #expect(info.bitDepth == expected["bits"] as? Int)
    if let turns = expected["irot"] as? Int {
      #expect(info.orientation == [CGImagePropertyOrientation.up, .left, .down, .right][turns])
    }
    if let color = expected["colour"] as? String, color.hasPrefix("nclx"), let points = info.cicp {
      let range = points.fullRange ? 1 : 0
      #expect(color == "nclx \(points.primaries)/\(points.transfer)/\(points.matrix) range \(range)")
    }
    if let level = expected["clli"] as? [Double] {
      #expect(info.hdr.lightLevel == ContentLightLevel(maxCLL: level[0], maxFALL: level[1]))
    }
  }

  @Test(arguments: [
    ("seine_sdr_gainmap_notmapbrand", "no brand 'tmap'"), ("seine_hdr_gainmap_wrongaltr", "'altr'"),
    ("seine_sdr_gainmap_gammazero", "gamma"), ("unsupported_gainmap_version", "version 99"),
    ("unsupported_gainmap_minimum_version", "version 99"),
    ("supported_gainmap_writer_version_with_extra_bytes", "146 bytes"),
  ])
  func `what other readers refuse of a gain map is refused with a reason`(_ name: String, _ reason: String) throws {
    let reader = try ImageFormats.open(FileBytes(path: TestData.still("avif-gainmap/\(name).avif").path))
    #expect(reader.info.gainMap == nil)
    #expect(reader.info.warnings.contains { $0.contains(reason) && $0.contains("base picture") })
    let still = try reader.decode(DecodeRequest())
    #expect(still.gainMap == nil)
  }

  @Test func `malformed files are refused with one line, or shown`() throws {
    for folder in ["malformed/heif", "malformed/avif"] {
      for name in try FileManager.default.contentsOfDirectory(atPath: TestData.still(folder).path) {
        let bytes = try FileBytes(path: TestData.still(folder).appending(path: name).path)
        for allowPartial in [false, true] {
          do throws(ImageIOError) {
            _ = try ImageFormats.open(bytes).decode(DecodeRequest(allowPartial: allowPartial))
          } catch {
            #expect(!error.description.contains("\n"))
            if case .internalError = error { Issue.record("\(name): \(error)") }
          }
        }
      }
    }
  }
}

/// The HEIF and AVIF files of the data set.
enum HEIFReference {
  static let files: [String] = {
    guard TestData.isAvailable else { return [] }
    let folders = [
      "heic-tmap", "heic-apple-gainmap", "heic-pq", "heic-camera", "parity", "avif-pq", "avif-gainmap",
    ]
    return folders.flatMap { folder in
      let names = (try? FileManager.default.contentsOfDirectory(atPath: TestData.still(folder).path)) ?? []
      return names.filter { name in
        ["heic", "heif", "hif", "avif"].contains { name.lowercased().hasSuffix(".\($0)") }
      }.sorted().map { "\(folder)/\($0)" }
    }
  }()
}
