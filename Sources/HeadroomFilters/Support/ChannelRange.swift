internal import HeadroomEngine
internal import HeadroomPixels

/// The smallest and the largest value of each channel.
struct ChannelRange: ReductionImplementation {
  let region: PixelRect
  let result: Result

  /// The part of the range that is returned.
  enum Result: Int, Sendable {
    case low, both, redRange
  }

  var fingerprint: Fingerprint { Fingerprint("channel range", region.fingerprint + [Double(result.rawValue)]) }

  func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }

  func isOpaque(_ inputs: [Bool]) -> Bool { result == .redRange || inputs.first ?? false }

  /// The lowest of each channel, then the highest.
  func makePartial() -> [Float] { [Float](repeating: .infinity, count: 4) + [Float](repeating: -.infinity, count: 4) }

  func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout [Float]) {
    for plane in 0..<4 {
      let range = unsafe RowRange.range(rows.plane(plane), count)
      partial[plane] = min(partial[plane], range.low)
      partial[4 + plane] = max(partial[4 + plane], range.high)
    }
  }

  func merge(_ other: [Float], into partial: inout [Float]) {
    for plane in 0..<4 {
      partial[plane] = min(partial[plane], other[plane])
      partial[4 + plane] = max(partial[4 + plane], other[4 + plane])
    }
  }

  func finish(_ partial: [Float], pixelCount: Int) -> [Pixel] {
    let low = Pixel(r: partial[0], g: partial[1], b: partial[2], a: partial[3])
    let high = Pixel(r: partial[4], g: partial[5], b: partial[6], a: partial[7])
    switch result {
    case .low: return [low]
    case .both: return [low, high]
    case .redRange: return [Pixel(r: low.r, g: high.r, b: 0, a: 1)]
    }
  }

  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    func sorted(_ value: (Pixel) -> Float) -> [Float] { pixels.map { value($0).isNaN ? 0 : value($0) }.sorted() }
    let channels = [sorted(\.r), sorted(\.g), sorted(\.b), sorted(\.a)]
    return finish(channels.map { $0.first ?? 0 } + channels.map { $0.last ?? 0 }, pixelCount: pixelCount)
  }
}

/// The pixel with the largest or smallest alpha; of several the lowest, then the leftmost.
struct AlphaExtreme: ReductionImplementation {
  let region: PixelRect
  let isLargest: Bool

  var fingerprint: Fingerprint { Fingerprint("extreme of alpha", region.fingerprint + [isLargest ? 1 : 0]) }

  func peak(of inputs: [Float?]) -> Float? { inputs.first ?? nil }

  struct Candidate: Sendable {
    let pixel: Pixel
    let x: Int
    let y: Int
  }

  func makePartial() -> Candidate? { nil }

  private func isBetter(_ first: Candidate, than second: Candidate) -> Bool {
    if first.pixel.a != second.pixel.a { return (first.pixel.a > second.pixel.a) == isLargest }
    return (first.y, first.x) < (second.y, second.x)
  }

  func accumulate(_ rows: RowPointers, count: Int, x: Int, y: Int, into partial: inout Candidate?) {
    let range = unsafe RowRange.range(rows.a, count)
    let extreme = isLargest ? range.high : range.low
    let place = (0..<count).first { unsafe rows.a[$0] == extreme || (extreme == 0 && rows.a[$0].isNaN) }
    guard let place else { return }
    let pixel = unsafe Pixel(r: rows.r[place], g: rows.g[place], b: rows.b[place], a: rows.a[place])
    merge(Candidate(pixel: pixel.known, x: x + place, y: y), into: &partial)
  }

  func merge(_ other: Candidate?, into partial: inout Candidate?) {
    guard let other else { return }
    if let known = partial, !isBetter(other, than: known) { return }
    partial = other
  }

  func finish(_ partial: Candidate?, pixelCount: Int) -> [Pixel] { [partial?.pixel ?? .clear] }

  func evaluate(_ pixels: [Pixel], pixelCount: Int) -> [Pixel] {
    var best: Pixel?
    for pixel in pixels.map(\.known) {
      guard let known = best else {
        best = pixel
        continue
      }
      if isLargest ? pixel.a > known.a : pixel.a < known.a { best = pixel }
    }
    return [best ?? .clear]
  }
}

extension Pixel {
  /// The pixel with NaN replaced by 0.
  fileprivate var known: Pixel { Pixel(withoutNaN) }
}
