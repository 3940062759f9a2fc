import HeadroomColor
import HeadroomContainers
import Testing

@Suite("Parameter sets and configuration records")
struct ParameterSetTests {
  private static func hevc(_ record: [UInt8]) throws -> HEVCConfiguration {
    let bytes = FileBytes(record)
    var reader = ByteReader(bytes, range: 0..<bytes.count, part: "hvcC")
    return try HEVCConfiguration(&reader)
  }

  private static func av1(_ record: [UInt8]) throws -> AV1Configuration {
    let bytes = FileBytes(record)
    var reader = ByteReader(bytes, range: 0..<bytes.count, part: "av1C")
    return try AV1Configuration(&reader)
  }

  // MARK: - HEVC

  @Test("of HEVC are taken out of their record")
  func hevcRecord() throws {
    let record = try Self.hevc(CodedStreams.hevcRecord)
    #expect(record.units == [CodedStreams.videoSet, CodedStreams.sequenceSet, CodedStreams.pictureSet])
    #expect(record.lengthSize == 4 && record.chromaFormat == 1 && record.lumaBits == 8 && record.chromaBits == 8)
    let sequence = try #require(record.sequence)
    #expect((sequence.width, sequence.height) == (64, 64) && (sequence.codedWidth, sequence.codedHeight) == (64, 64))
    #expect(sequence.chromaFormat == 1 && sequence.lumaBits == 8)
    #expect(sequence.codePoints == CICP(primaries: 1, transfer: 13, matrix: 6, fullRange: true))
    #expect(sequence.chromaLocation == nil)
  }

  @Test("of HEVC place chroma in each of H.273's ways", arguments: 0...6 as ClosedRange<UInt8>)
  func chromaLocation(_ place: UInt8) throws {
    let sequence = try #require(HEVCSequence(CodedStreams.sequenceSet(chromaLocation: place)))
    #expect(sequence.width == 16 && sequence.height == 16 && sequence.codePoints == nil)
    #expect(sequence.chromaLocation == (place <= 5 ? place : nil))
  }

  @Test("of HEVC make the record that they came from")
  func hevcRoundTrip() throws {
    let sets = [CodedStreams.videoSet, CodedStreams.sequenceSet, CodedStreams.pictureSet].flatMap(CodedStreams.framed)
    let record = try HEVCConfigurationRecord(parameterSets: sets, chromaFormat: 1, bitDepth: 8)
    #expect(record.bytes == CodedStreams.hevcRecord)
    #expect(record.profile == 3 && record.level == 30)
    #expect(throws: ImageIOError.self) {
      try HEVCConfigurationRecord(parameterSets: Array(sets.dropLast()), chromaFormat: 1, bitDepth: 8)
    }
    #expect(throws: ImageIOError.self) {
      try HEVCConfigurationRecord(
        parameterSets: CodedStreams.framed(CodedStreams.videoSet), chromaFormat: 1, bitDepth: 8)
    }
  }

  @Test("of HEVC that end early are refused or say nothing, wherever they end")
  func hevcCuts() {
    for count in CodedStreams.hevcRecord.indices {
      #expect(throws: ImageIOError.self) { try Self.hevc(Array(CodedStreams.hevcRecord[..<count])) }
    }
    // The sizes lie before byte 28.
    for count in 0..<20 { #expect(HEVCSequence(Array(CodedStreams.sequenceSet[..<count])) == nil) }
    #expect(HEVCSequence(CodedStreams.pictureSet) == nil)
  }

  @Test("of HEVC in a version or with lengths that are not known are refused")
  func hevcVersions() {
    var record = CodedStreams.hevcRecord
    record[0] = 2
    #expect(throws: ImageIOError.unsupported(part: "hvcC", text: "a configuration of this version is not known")) {
      try Self.hevc(record)
    }
    record = CodedStreams.hevcRecord
    record[21] = 0x0E
    #expect(
      throws: ImageIOError.malformed(part: "hvcC", text: "NAL unit lengths of 3 bytes are not allowed", offset: 0)
    ) { try Self.hevc(record) }
  }

  @Test("lose the bytes that keep start codes out")
  func emulationPrevention() {
    #expect(HEVCUnit.withoutEmulationPrevention([1, 0, 0, 3, 0, 0, 3, 3, 0, 3]) == [1, 0, 0, 0, 0, 3, 0, 3])
    #expect(HEVCUnit.type([UInt8]()) == nil)
    #expect(HEVCUnit.type(CodedStreams.sequenceSet) == HEVCUnit.sequenceParameterSet)
  }

  @Test("NAL units of a sample are found by their lengths, and a cut one is said")
  func framing() throws {
    let sample = CodedStreams.framed([1, 2, 3]) + CodedStreams.framed([]) + CodedStreams.framed([4])
    let bytes = FileBytes([9] + sample)
    let units = try HEVCUnits(bytes, 1..<bytes.count, lengthSize: 4, part: "sample 1", allowPartial: false)
    #expect(units.ranges == [5..<8, 16..<17] && !units.isCut)
    let cut = FileBytes(Array(sample.prefix(6)))
    #expect(throws: ImageIOError.incompletePicture(part: "sample 1", offset: 6)) {
      try HEVCUnits(cut, 0..<6, lengthSize: 4, part: "sample 1", allowPartial: false)
    }
    let part = try HEVCUnits(cut, 0..<6, lengthSize: 4, part: "sample 1", allowPartial: true)
    #expect(part.ranges == [4..<6] && part.isCut)
  }

  // MARK: - AV1

  @Test("of AV1 are taken out of their record")
  func av1Record() throws {
    let record = try Self.av1([0x81, 0x20, 0, 0] + CodedStreams.av1Sequence)
    #expect(record.bits == 8 && record.chromaFormat == 3)
    let sequence = try #require(record.sequence)
    #expect(sequence.width == 16 && sequence.height == 16 && sequence.bits == 8 && sequence.chromaFormat == 3)
    #expect(
      sequence.codePoints
        == CICP(primaries: CICP.unspecified, transfer: CICP.unspecified, matrix: 0, fullRange: true))
    #expect(sequence.chromaLocation == nil)
    #expect(try Self.av1([0x81, 0, 0x4C, 0]).chromaFormat == 1)
    #expect(try Self.av1([0x81, 0, 0x68, 0]).bits == 12)
    #expect(throws: ImageIOError.self) { try Self.av1([0x82, 0, 0, 0]) }
    #expect(throws: ImageIOError.self) { try Self.av1([0x81, 0, 0]) }
  }

  @Test("of AV1 make a record, and the delimiter stays behind")
  func av1RoundTrip() throws {
    let unit = CodedStreams.delimiter + CodedStreams.av1Sequence + [0x32, 0x02, 0xAA, 0xBB]
    let record = try AV1ConfigurationRecord(temporalUnit: unit, chromaFormat: 3, bitDepth: 8, chromaPosition: 0)
    #expect(record.bytes == [0x81, 0x20, 0, 0] && record.profile == 1 && record.level == 0)
    #expect(record.itemData == Array(unit.dropFirst(2)))
    // 10 and 12 bits, and the place of chroma, which only 4:2:0 has.
    func flags(_ format: UInt8, _ bits: Int) throws -> UInt8 {
      try AV1ConfigurationRecord(temporalUnit: unit, chromaFormat: format, bitDepth: bits, chromaPosition: 2).bytes[2]
    }
    #expect(try [flags(0, 8), flags(1, 10), flags(2, 12), flags(3, 8)] == [0x1C, 0x4E, 0x68, 0])
    #expect(throws: ImageIOError.self) {
      try AV1ConfigurationRecord(
        temporalUnit: Array(unit.dropLast()), chromaFormat: 3, bitDepth: 8, chromaPosition: 0)
    }
    #expect(throws: ImageIOError.self) {
      try AV1ConfigurationRecord(
        temporalUnit: CodedStreams.delimiter, chromaFormat: 3, bitDepth: 8, chromaPosition: 0)
    }
  }

  @Test("of AV1 that end early say nothing, wherever they end")
  func av1Cuts() {
    for count in CodedStreams.av1Sequence.indices {
      #expect(AV1Sequence(in: Array(CodedStreams.av1Sequence[..<count])) == nil)
    }
    // Lengths that no file has.
    #expect(Array(AV1Units([0x2A] + [UInt8](repeating: 0xFF, count: 9))).isEmpty)
    #expect(Array(AV1Units([0x2A, 200, 1])).isEmpty)
    // Without a length a unit goes to the end.
    #expect(Array(AV1Units([0x28, 7, 8])).map { Array($0.payload) } == [[7, 8]])
  }

  // MARK: - Light

  @Test("light inside streams is read, and damaged messages say nothing")
  func light() {
    let (mastering, lightLevel) = (
      MasteringDisplayColorVolume(primaries: .p3D65, maximumNits: 1000, minimumNits: 0.005),
      ContentLightLevel(maxCLL: 1000, maxFALL: 400)
    )
    let message: [UInt8] = [0x4E, 1, 144, 4] + lightLevel.seiBytes + [0x80]
    #expect(CodedStreamMetadata.hevc([message]).lightLevel == lightLevel)
    let head = CodedStreams.framed(message) + CodedStreams.framed([0x28, 1, 7]) + CodedStreams.framed(message)
    #expect(CodedStreamMetadata.leadingUnits(head, lengthSize: 4) == [message])
    let unit: [UInt8] = [0x2A, 26, 2] + mastering.av1Bytes + [0x80]
    #expect(CodedStreamMetadata.av1(unit).mastering?.av1Bytes == mastering.av1Bytes)
    for count in message.indices.dropLast() {
      #expect(CodedStreamMetadata.hevc([Array(message[..<count])]).lightLevel == nil)
    }
    for count in unit.indices { #expect(CodedStreamMetadata.av1(Array(unit[..<count])).mastering == nil) }
  }
}
