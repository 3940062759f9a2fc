internal import HeadroomColor
internal import HeadroomContainers

/// What a container and its coded pictures say of colour, and what is taken.
struct ColorStatement {
  let cicp: CICP
  let source: VideoFacts.ColorSource
  /// Where the two contradict each other.
  let warning: String?

  /// - Parameters:
  ///   - container: 2 in fields that are not stated.
  ///   - bitstream: of the coded pictures; `rangeOfBitstream` is nil where they do not say.
  init(
    container: CICP, rangeOfContainer: Bool?, bitstream: CICP, rangeOfBitstream: Bool?, isRGB: Bool, width: Int,
    height: Int
  ) {
    let (outside, inside) = (Self.sane(container), Self.sane(bitstream))
    let prefersBitstream = Self.isHDR(inside) && !Self.isHDR(outside)
    let (first, second) = prefersBitstream ? (inside, outside) : (outside, inside)
    let stated = Self.merged(first, second)
    let isFull = rangeOfBitstream ?? rangeOfContainer ?? isRGB
    cicp = Self.completed(stated, isRGB: isRGB, width: width, height: height, isFull: isFull)
    source =
      stated.isUnspecified
      ? .assumed : !prefersBitstream && !outside.isUnspecified ? .container : .bitstream
    warning =
      Self.contradict(outside, inside)
      ? "the container states the colour \(Self.text(outside)), the coded pictures state \(Self.text(inside))" : nil
  }

  /// Numbers that H.273 reserves say nothing; a matrix of 0 does.
  private static func sane(_ cicp: CICP) -> CICP {
    var cicp = cicp
    if !primaries.contains(cicp.primaries) { cicp.primaries = CICP.unspecified }
    if !transfers.contains(cicp.transfer) { cicp.transfer = CICP.unspecified }
    if !matrices.contains(cicp.matrix) { cicp.matrix = CICP.unspecified }
    return cicp
  }

  private static let primaries: Set<UInt8> = Set([1, 22]).union(4...12)
  private static let transfers: Set<UInt8> = Set([1]).union(4...18)
  private static let matrices: Set<UInt8> = Set([0, 1]).union(4...14)

  private static func isHDR(_ cicp: CICP) -> Bool { VideoDynamicRange(transfer: cicp.transfer) != .sdr }

  private static func merged(_ first: CICP, _ second: CICP) -> CICP {
    func pick(_ field: KeyPath<CICP, UInt8>) -> UInt8 {
      first[keyPath: field] == CICP.unspecified ? second[keyPath: field] : first[keyPath: field]
    }
    return CICP(primaries: pick(\.primaries), transfer: pick(\.transfer), matrix: pick(\.matrix), fullRange: false)
  }

  private static func contradict(_ first: CICP, _ second: CICP) -> Bool {
    func differ(_ field: KeyPath<CICP, UInt8>) -> Bool {
      let pair = [first[keyPath: field], second[keyPath: field]]
      return !pair.contains(CICP.unspecified) && pair[0] != pair[1]
    }
    return differ(\.primaries) || differ(\.transfer) || differ(\.matrix)
  }

  private static func text(_ cicp: CICP) -> String { "\(cicp.primaries)/\(cicp.transfer)/\(cicp.matrix)" }

  /// The usual numbers for what nobody states, by the size of the picture. HDR is never guessed.
  private static func completed(_ stated: CICP, isRGB: Bool, width: Int, height: Int, isFull: Bool) -> CICP {
    let isHD = height >= 720 || width >= 1280
    let is625 = height == 576 || height == 288
    // A stated half says more than the size does.
    let isWide = stated.primaries == 9 || stated.matrix == 9 || isHDR(stated)
    func pick(_ value: UInt8, _ usual: UInt8) -> UInt8 { value == CICP.unspecified ? usual : value }
    return CICP(
      primaries: pick(stated.primaries, isWide ? 9 : isHD ? 1 : is625 ? 5 : 6),
      transfer: pick(stated.transfer, 1),
      matrix: isRGB ? 0 : pick(stated.matrix, isWide ? 9 : isHD ? 1 : is625 ? 5 : 6), fullRange: isFull)
  }
}
