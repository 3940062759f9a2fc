import Foundation
import Headroom

/// Jobs of one or a few filters on 24 megapixels of float RGBA in memory, each against the library that is fastest at it, or
/// against one pass over the memory.
struct FastCase {
  let rounds: Int
  let scratch: URL

  private struct Job {
    var title: String
    var peer: String
    var peerJob: String
    var parameters: [String: Any] = [:]
    var scale = 1.0
    /// Compared pixel by pixel when the results' margin of this many pixels is left out; nil where the jobs differ.
    var margin: Int?
    var wanted: String
    var recipe: (CIImage) -> CIImage
  }

  private static func filtered(_ name: String, _ parameters: [String: Any]) -> (CIImage) -> CIImage {
    { $0.clampedToExtent().applyingFilter(name, parameters: parameters).cropped(to: $0.extent) }
  }

  /// Exposure, saturation, a third one, contrast, inversion.
  private static func five(_ third: String, _ parameters: [String: Any]) -> (CIImage) -> CIImage {
    { image in
      image.applyingFilter("CIExposureAdjust", parameters: ["inputEV": 0.5])
        .applyingFilter("CIColorControls", parameters: ["inputSaturation": 1.2])
        .applyingFilter(third, parameters: parameters)
        .applyingFilter("CIColorControls", parameters: ["inputContrast": 1.1])
        .applyingFilter("CIColorInvert")
    }
  }

  private static func reduced(_ name: String) -> (CIImage) -> CIImage {
    { $0.applyingFilter(name, parameters: ["inputExtent": CIVector(cgRect: $0.extent)]) }
  }

  private static var jobs: [Job] {
    var jobs: [Job] = []
    let numbers: [String: Any] = ["ev": 0.5, "saturation": 1.2, "gamma": 0.9, "contrast": 1.1]
    for (peer, job, wanted) in [
      ("gegl", "points", "3x"), ("vips", "points", "3x"), ("memory", "copy", "1.6x its time"),
    ] {
      jobs.append(
        Job(
          title: "exposure, saturation, gamma, contrast, inversion", peer: peer, peerJob: job, parameters: numbers,
          wanted: wanted, recipe: five("CIGammaAdjust", ["inputPower": 0.9])))
    }
    // Five that are matrices become one: what is left is memory.
    jobs.append(
      Job(
        title: "exposure, saturation, hue, contrast, inversion", peer: "memory", peerJob: "copy",
        wanted: "1.6x its time", recipe: five("CIHueAdjust", ["inputAngle": 0.3])))
    for size in [3, 31, 301, 1001] {
      jobs.append(
        Job(
          title: "box, \(size) pixels", peer: "opencv", peerJob: "box", parameters: ["size": size], margin: 0,
          wanted: "1x", recipe: filtered("CIBoxBlur", ["inputRadius": Double(size)])))
    }
    for size in [5, 31, 201] {
      jobs.append(
        Job(
          title: "maximum, \(size) x \(size)", peer: "opencv", peerJob: "maximum", parameters: ["size": size],
          margin: 0,
          wanted: "1x",
          recipe: filtered("CIMorphologyRectangleMaximum", ["inputWidth": Double(size), "inputHeight": Double(size)])))
    }
    jobs.append(
      Job(
        title: "median, 3 x 3", peer: "opencv", peerJob: "median", parameters: ["size": 3], margin: 1, wanted: "1x",
        recipe: filtered("CIMedianFilter", [:])))
    jobs.append(
      Job(
        title: "median, 5 x 5", peer: "opencv", peerJob: "median", parameters: ["size": 5], margin: 2, wanted: "1x",
        recipe: { $0.clampedToExtent().applyingMedian(radius: 2).cropped(to: $0.extent) }))
    for name in ["CIAreaAverage", "CIAreaMaximum"] {
      jobs.append(
        Job(
          title: name, peer: "memory", peerJob: "read", scale: 0, wanted: "1.3x its time", recipe: reduced(name)))
    }
    for scale in [0.5, 0.25] {
      jobs.append(
        Job(
          title: "Lanczos, \(scale)", peer: "vips", peerJob: "resize", parameters: ["scale": scale], scale: scale,
          margin: 32, wanted: "1.5x",
          recipe: { $0.applyingFilter("CILanczosScaleTransform", parameters: ["inputScale": scale]) }))
    }
    for (peer, wanted) in [("gegl", "2x"), ("opencv", "0.6x")] {
      jobs.append(
        Job(
          title: "perspective, bicubic", peer: peer, peerJob: "perspective",
          parameters: ["corners": corners.map { [$0.x, $0.y].map(Double.init) }], margin: 8, wanted: wanted,
          recipe: seenFromTheSide))
    }
    return jobs
  }

  /// Where the corners of the picture go, from the top left clockwise and counted from there: all of the frame is covered.
  private static let corners = [
    CGPoint(x: -320, y: -80), CGPoint(x: Pictures.width + 120, y: -260),
    CGPoint(x: Pictures.width + 300, y: Pictures.height + 90), CGPoint(x: -200, y: Pictures.height + 150),
  ]

  private static func seenFromTheSide(_ image: CIImage) -> CIImage {
    let names = ["inputTopLeft", "inputTopRight", "inputBottomRight", "inputBottomLeft"]
    let points = corners.map { CIVector(x: $0.x, y: CGFloat(Pictures.height) - $0.y) }
    return image.samplingCubic().applyingFilter(
      "CIPerspectiveTransform", parameters: Dictionary(uniqueKeysWithValues: zip(names, points)))
  }

  func run(_ report: inout Report) throws {
    let pixels = Pictures.linear(Pictures.pqCodes())
    let file = scratch.appending(path: "fast.rgba").path
    try pixels.withUnsafeBytes { try Data($0).write(to: URL(filePath: file)) }
    defer { try? FileManager.default.removeItem(atPath: file) }
    report.table(
      "One job on 24 MP float RGBA in memory",
      [
        "job", "against", "faster in wall time", "in CPU time", "here, wall / CPU s", "there, wall / CPU s", "wanted",
        "difference of the results",
      ])
    let source = FilteredPicture.source(pixels, width: Pictures.width, height: Pictures.height)
    for peer in ["gegl", "vips", "opencv", "memory"] {
      do {
        try compare(peer, source, file, &report)
      } catch {
        report.note("\(peer) was not measured: \(error)")
      }
    }
  }

  private func compare(_ name: String, _ source: CIImage, _ file: String, _ report: inout Report) throws {
    let peer = try Peer()
    let version = try peer.run("\(name).version")["version"] as? String ?? name
    try peer.run("\(name).load", ["file": file, "width": Pictures.width, "height": Pictures.height])
    for job in Self.jobs where job.peer == name {
      let width = max(Int(Double(Pictures.width) * job.scale), 1)
      let height = max(Int(Double(Pictures.height) * job.scale), 1)
      let picture = FilteredPicture(source, width: width, height: height, job.recipe)
      let comparison = try Comparison(job.title, rounds: rounds) {
        try Clock.measure { try picture.render() }
      } theirs: {
        try peer.cost("\(name).\(job.peerJob)", job.parameters)
      }
      let difference = try job.margin.map {
        try peer.compare(
          picture.result, with: name, width: width, margin: $0, least: 0, scratch: scratch
        ).description
      }
      func seconds(_ costs: [Cost]) -> String {
        "\(short(Spread(costs.map(\.wall)).median)) / \(short(Spread(costs.map(\.cpu)).median))"
      }
      report.row([
        job.title, version, "\(comparison.wall)x", "\(comparison.cpu)x", seconds(comparison.ours),
        seconds(comparison.theirs), job.wanted, difference ?? "not compared",
      ])
    }
  }
}
