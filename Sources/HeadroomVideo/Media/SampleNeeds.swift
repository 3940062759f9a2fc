internal import CHeadroomMedia
internal import HeadroomContainers

/// Which samples of H.265 need not be decoded on the way to a frame.
///
/// Each picture lists those that are kept for it and for all after it. A picture that the next decoded one does not list is
/// nobody's reference any more, also where its own head does not say that it is none: many cameras never do.
struct SampleNeeds {
  private let reader: HEVCPictureOrderReader
  private let bytes: FileBytes
  private let index: FrameIndex
  private var known: [Int: HEVCPictureOrder?] = [:]
  /// Left out since decoding began.
  private var omitted: Set<Int> = []

  /// Samples whose heads are remembered.
  private static let mostKnown = 4096

  /// - Returns: nil where the samples' places are not known, or the stream's parameters do not allow it.
  init?(_ demuxer: Demuxer, stream: Int, _ index: FrameIndex) {
    let facts = unsafe demuxer.streams[stream]
    guard index.samples.first?.range != nil, let base = unsafe facts.configuration else { return nil }
    let record = unsafe FileBytes(Array(UnsafeBufferPointer(start: base, count: facts.configuration_count)))
    var head = ByteReader(record, range: 0..<record.count, part: "hvcC")
    guard let parsed = try? HEVCConfiguration(&head), let reader = HEVCPictureOrderReader(parsed) else { return nil }
    (self.reader, bytes, self.index) = (reader, demuxer.bytes, index)
  }

  var omitsAny: Bool { !omitted.isEmpty }

  func omits(_ sample: Int) -> Bool { omitted.contains(sample) }

  /// Begins anew: all samples are needed.
  mutating func forget() { omitted = [] }

  /// Leaves out what a frame does not need.
  ///
  /// - Parameters:
  ///   - start: the sample that stands alone before it.
  ///   - next: the sample that would be decoded next; those before it are decoded or left out.
  /// - Returns: false where pictures after those that were left out would be mistaken for others: begin anew.
  mutating func reach(_ target: Int, from start: Int, next: Int) -> Bool {
    guard next <= target, let pictures = pictures(start...target) else { return omitted.isEmpty }
    var (places, anchor): ([Int], Int?) = ([], nil)
    for picture in pictures { places.append(Self.place(picture, &anchor)) }
    var (kept, added): (Set<Int>, Set<Int>) = ([], [])
    for sample in stride(from: target, through: next, by: -1) {
      let place = places[sample - start]
      if sample != target, index.samples[sample].time < index.samples[target].time, !kept.contains(place) {
        added.insert(sample)
      } else {
        kept = Set(pictures[sample - start].kept.map { place + $0 })
      }
    }
    if agrees(places, pictures, start, without: omitted.union(added)) {
      omitted.formUnion(added)
      return true
    }
    return agrees(places, pictures, start, without: omitted)
  }

  /// Whether a decoder finds the same places without some samples: their high bits follow from pictures before.
  private func agrees(
    _ places: [Int], _ pictures: [HEVCPictureOrder], _ start: Int, without left: Set<Int>
  ) -> Bool {
    if left.isEmpty { return true }
    var anchor: Int?
    return pictures.indices.allSatisfy { number in
      left.contains(start + number) || Self.place(pictures[number], &anchor) == places[number]
    }
  }

  private static func place(_ picture: HEVCPictureOrder, _ anchor: inout Int?) -> Int {
    let place = picture.place(after: anchor)
    if picture.isAnchor { anchor = place }
    return place
  }

  /// What samples say; nil where one does not, or places count anew on the way.
  private mutating func pictures(_ range: ClosedRange<Int>) -> [HEVCPictureOrder]? {
    if known.count > Self.mostKnown { known = [:] }
    var found: [HEVCPictureOrder] = []
    for sample in range {
      guard let picture = picture(sample), !picture.isFresh || sample == range.lowerBound else { return nil }
      found.append(picture)
    }
    return found
  }

  private mutating func picture(_ sample: Int) -> HEVCPictureOrder? {
    if let picture = known[sample] { return picture }
    let wanted = index.samples[sample]
    var picture: HEVCPictureOrder?
    if let range = wanted.range, !wanted.isCut, wanted.entry == index.samples[0].entry {
      picture = unsafe bytes.withUnsafeBytes { unsafe reader.picture(of: UnsafeRawBufferPointer(rebasing: $0[range])) }
    }
    known[sample] = .some(picture)
    return picture
  }
}
