internal import Headroom
internal import HeadroomPictures
internal import HeadroomVideo

/// `headroom video info` as text.
struct VideoInfoText {
  let report: VideoReport

  init(_ report: VideoReport) { self.report = report }

  var text: String {
    let facts = report.facts
    let count = facts.tracks.count
    var lines = [PrintableText.line(report.file)]
    lines.append(
      InfoText.row(
        "film", "\(facts.container.rawValue), \(seconds(facts.duration)), \(count) track\(count == 1 ? "" : "s")"))
    for track in report.media.tracks {
      lines += rows(of: track).map { InfoText.row($0.name, $0.value) } + frames(of: track)
    }
    lines += facts.chapters.map { InfoText.row("chapter", "\(seconds($0.timeRange.start)) \($0.title)") }
    lines += report.warnings.map { InfoText.row("warning", $0) }
    return lines.joined(separator: "\n")
  }

  private func seconds(_ time: CMTime) -> String { "\(time.secondsText) s" }
  private func short(_ value: Double) -> String { ShortNumber.text(value) }

  // MARK: - Tracks

  private func rows(of track: MediaTrack) -> [(name: String, value: String)] {
    let facts = track.facts
    let codec = facts.codec.isEmpty ? "unknown codec" : facts.codec
    let words = [
      facts.kind.rawValue, codec + (facts.codecTag.map { " (\($0))" } ?? ""), seconds(facts.timeRange.duration),
      facts.timeRange.start > .zero ? "from \(seconds(facts.timeRange.start)) on" : nil, facts.language,
      facts.isEnabled ? nil : "not enabled",
    ]
    var rows = [("track \(facts.id)", words.compactMap { $0 }.joined(separator: ", "))]
    if let video = facts.video { rows += self.rows(of: video) }
    if let audio = facts.audio {
      rows.append(("sound", "\(audio.sampleRate) Hz, \(audio.layout ?? "\(audio.channels) channels")"))
    }
    if facts.segments.count > 1 { rows.append(("edits", "\(facts.segments.count)")) }
    return rows
  }

  private func rows(of video: VideoFacts) -> [(name: String, value: String)] {
    let all: [(String, String?)] = [
      ("picture", picture(video)), ("frames", frames(video)), ("colour", colour(video)),
      ("hdr", video.dynamicRange == .sdr ? "no (SDR)" : video.dynamicRange.rawValue.uppercased()),
      ("mastering", video.hdr.mastering.map { "\(short($0.minimumNits)) to \(short($0.maximumNits)) cd/m²" }),
      ("light level", video.hdr.lightLevel.map { "MaxCLL \(short($0.maxCLL)), MaxFALL \(short($0.maxFALL)) cd/m²" }),
      ("ambient", video.hdr.ambient.map { "\(short($0.illuminanceLux)) lux" }),
      (
        "dolby vision",
        video.dolbyVision.map { "profile \($0.profile).\($0.compatibility), level \($0.level)" }
      ),
      ("hdr10+", video.hasHDR10Plus ? "yes" : nil),
    ]
    return all.compactMap { name, value in value.map { (name, $0) } }
  }

  private func picture(_ video: VideoFacts) -> String {
    let chroma = video.chroma == .monochrome ? "grey" : video.chroma.rawValue
    let displayed = "\(short(video.displayWidth))x\(short(video.displayHeight))"
    let size = "\(video.width)x\(video.height)"
    let words = [
      size, displayed == size ? nil : "shown as \(displayed)", "\(video.bitDepth) bit", chroma,
      video.hasAlpha ? "alpha" : nil, video.rotation.flatMap { $0 == 0 ? nil : "turned by \($0)°" },
      video.fieldOrder == .progressive ? nil : "interlaced (\(video.fieldOrder.rawValue))",
    ]
    return words.compactMap { $0 }.joined(separator: ", ")
  }

  private func frames(_ video: VideoFacts) -> String {
    let rate = video.nominalFrameRate > 0 ? ", \(short(video.nominalFrameRate)) a second" : ""
    return "\(video.frameCount)\(rate)\(video.isVariableFrameRate ? ", at varying times" : "")"
  }

  private func colour(_ video: VideoFacts) -> String {
    let codes = "CICP \(video.cicp.primaries)/\(video.cicp.transfer)/\(video.cicp.matrix)"
    return "\(codes), \(video.cicp.fullRange ? "full" : "video") range (\(video.colorSource.rawValue))"
  }

  // MARK: - Frames

  private func frames(of track: MediaTrack) -> [String] {
    guard report.listsFrames, let index = track.index else { return [] }
    let hashes = report.hashes[track.facts.id]
    return index.frames.enumerated().map { number, frame in
      let key = index.samples[frame.sample].isKey ? "key" : nil
      let words = [seconds(frame.time), "for \(seconds(frame.duration))", hashes?[number], key]
      return InfoText.row("frame \(number)", words.compactMap { $0 }.joined(separator: ", "))
    }
  }
}
