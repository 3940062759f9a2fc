/// What a coded picture of H.265 says of the order of pictures, and of those that are kept for it and later ones.
package struct HEVCPictureOrder: Hashable, Sendable {
  /// The low bits of its place in the order of showing, and how many these are.
  package let lowPlace: Int
  package let lowBits: Int
  /// Whether places count from here on.
  package let isFresh: Bool
  /// Whether those of later pictures are told from its own.
  package let isAnchor: Bool
  /// Distances to the pictures that are kept; every other one before it is gone for good.
  package let kept: [Int]

  /// Its place, by that of the last anchor before it (section 8.3.1).
  package func place(after anchor: Int?) -> Int {
    guard let anchor, !isFresh else { return lowPlace }
    let (whole, half) = (1 << lowBits, 1 << (lowBits - 1))
    let low = anchor & (whole - 1)
    let high = anchor - low
    if lowPlace < low, low - lowPlace >= half { return high + whole + lowPlace }
    if lowPlace > low, lowPlace - low > half { return high - whole + lowPlace }
    return high + lowPlace
  }
}

/// Reads the order of pictures from the samples of a stream of H.265 whose parameter sets are in its record.
package struct HEVCPictureOrderReader: Sendable {
  private struct Sequence {
    var orderBits: Int
    var hasSeparatePlanes: Bool
    var sets: [HEVCReferenceSet]
  }

  private struct Picture {
    var sequence: UInt32
    var statesOutput: Bool
    var extraBits: Int
  }

  private let lengthSize: Int
  private var sequences: [UInt32: Sequence] = [:]
  private var pictures: [UInt32: Picture] = [:]

  /// Bytes of a unit that hold what is read of it.
  private static let headCount = 192

  /// - Returns: nil where pictures may be kept for long, or the sets cannot be read.
  package init?(_ record: HEVCConfiguration) {
    lengthSize = record.lengthSize
    for unit in record.units {
      switch HEVCUnit.type(unit) {
      case HEVCUnit.sequenceParameterSet: guard readSequence(unit) else { return nil }
      case HEVCUnit.pictureParameterSet: readPicture(unit)
      default: break
      }
    }
  }

  private mutating func readSequence(_ unit: [UInt8]) -> Bool {
    var bits = BitReader(HEVCUnit.withoutEmulationPrevention(unit))
    let head = HEVCSequenceHead(&bits)
    guard let orderBits = HEVCSequence.skipToReferenceSets(&bits, layers: head.layers),
      let sets = HEVCReferenceSet.list(&bits), !bits.flag(), !bits.isExhausted
    else { return false }
    sequences[head.id] = Sequence(orderBits: orderBits, hasSeparatePlanes: head.hasSeparatePlanes, sets: sets)
    return true
  }

  private mutating func readPicture(_ unit: [UInt8]) {
    var bits = BitReader(HEVCUnit.withoutEmulationPrevention(unit.dropFirst(2).prefix(Self.headCount)))
    let (id, sequence) = (bits.unsignedGolomb(), bits.unsignedGolomb())
    bits.skip(1)
    let statesOutput = bits.flag()
    pictures[id] = Picture(sequence: sequence, statesOutput: statesOutput, extraBits: Int(bits.bits(3)))
  }

  // MARK: - Samples

  /// The picture of a sample; nil where it cannot be told, or the sample changes the parameter sets.
  package func picture(of sample: UnsafeRawBufferPointer) -> HEVCPictureOrder? {
    var position = 0
    while position + lengthSize + 2 <= sample.count {
      var length = 0
      for place in 0..<lengthSize { length = unsafe length << 8 | Int(sample[position + place]) }
      let start = position + lengthSize
      guard length >= 2, length <= sample.count - start else { return nil }
      position = start + length
      let head = unsafe (sample[start], sample[start + 1])
      // Other layers are nobody's reference.
      guard head.0 & 1 == 0, head.1 >> 3 == 0 else { continue }
      switch head.0 >> 1 & 0x3F {
      case HEVCUnit.sequenceParameterSet, HEVCUnit.pictureParameterSet: return nil
      case let type where type < 32:
        let end = min(position, start + Self.headCount)
        return unsafe picture(Array(sample[start..<end]), type: type, isLowest: head.1 & 7 == 1)
      default: break
      }
    }
    return nil
  }

  private func picture(_ unit: [UInt8], type: UInt8, isLowest: Bool) -> HEVCPictureOrder? {
    var bits = BitReader(HEVCUnit.withoutEmulationPrevention(unit))
    bits.skip(16)
    guard bits.flag() else { return nil }
    if (16...23).contains(type) { bits.skip(1) }
    guard let picture = pictures[bits.unsignedGolomb()], let sequence = sequences[picture.sequence] else { return nil }
    bits.skip(picture.extraBits)
    _ = bits.unsignedGolomb()
    bits.skip((picture.statesOutput ? 1 : 0) + (sequence.hasSeparatePlanes ? 2 : 0))
    // Of the types below 16 the even ones are no references for their layer; 6 to 9 precede a key picture's place.
    let isAnchor = isLowest && !(type < 16 && type & 1 == 0) && !(6...9).contains(type)
    let (isFresh, bitCount) = ((16...20).contains(type), sequence.orderBits)
    if type == 19 || type == 20 {
      return HEVCPictureOrder(lowPlace: 0, lowBits: bitCount, isFresh: true, isAnchor: isAnchor, kept: [])
    }
    let place = Int(bits.bits(bitCount))
    guard let kept = set(&bits, sequence)?.distances, !bits.isExhausted else { return nil }
    return HEVCPictureOrder(
      lowPlace: place, lowBits: bitCount, isFresh: isFresh, isAnchor: isAnchor, kept: isFresh ? [] : kept)
  }

  /// The picture's own set, or one of the sequence.
  private func set(_ bits: inout BitReader, _ sequence: Sequence) -> HEVCReferenceSet? {
    guard bits.flag() else { return HEVCReferenceSet(&bits, behind: sequence.sets, isLast: true) }
    let count = sequence.sets.count
    guard count > 0 else { return nil }
    let index = Int(bits.bits(Int.bitWidth - (count - 1).leadingZeroBitCount))
    return sequence.sets.indices.contains(index) ? sequence.sets[index] : nil
  }
}
