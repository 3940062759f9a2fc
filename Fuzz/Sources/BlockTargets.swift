internal import HeadroomColor
import HeadroomContainers
internal import HeadroomImageIO
internal import HeadroomMovieScenarios
import HeadroomPixels

extension FuzzTarget {
  /// The metadata blocks that lie inside containers.
  static let blocks: [FuzzTarget] = [
    FuzzTarget(
      name: "xmp", seeds: { Seeds.packets },
      run: { bytes in
        guard let packet = try? XMPPacket(parsing: bytes) else { return }
        let findings = GainMapXMP.findings(in: packet)
        if let metadata = findings.ultraHDR { _ = GainMapXMP.ultraHDRPacket(metadata) }
        if let headroom = AppleHeadroom.headroom(xmp: findings.appleHeadroom, makerNote33: nil, makerNote48: nil) {
          _ = GainMapXMP.applePacket(AppleGainMap(headroom: headroom))
        }
        _ = GainMapXMP.announcesGainMap(packet)
        _ = GainMapXMP.containerItems(packet)
        // What is written for a new file is read back.
        guard let written = XMPPacket.forPrimary(existing: bytes, gainMapSize: 10, orientation: 6) else { return }
        if (try? XMPPacket(parsing: written)) == nil { fatalError("the written packet cannot be read") }
      }),
    FuzzTarget(
      name: "icc", seeds: { Seeds.profiles },
      run: { bytes in
        guard let profile = try? ICCProfile(parsing: bytes), let encoding = profile.encoding else { return }
        _ = encoding.decode(SIMD3(0.2, 0.5, 1.5))
        _ = encoding.encode(SIMD3(-0.1, 0.5, 4))
        _ = ICCProfile.data(for: encoding)
      }),
    FuzzTarget(
      name: "icc-table", seeds: { Seeds.tableProfiles },
      run: { bytes in
        guard let profile = try? ICCProfile(parsing: bytes) else { return }
        let models: [DeviceColor.Model] = [.gray, .rgb, .cmyk]
        guard let model = models.first(where: { $0.signature == profile.dataColorSpace }),
          let device = try? DeviceColor.table(of: profile, bytes, model)
        else { return }
        let format: PixelFormat = model == .gray ? .gray16 : model == .rgb ? .rgb8 : .rgba8
        guard let samples = try? PixelBitmap(width: 16, height: 1, format: format, alpha: .straight),
          let target = try? PixelBitmap(
            width: 16, height: 1, format: device.format(of: format, hasAlpha: false), alpha: .opaque)
        else { return }
        unsafe samples.storage.withUnsafeMutableBytes { memory in
          for index in memory.indices { unsafe memory[index] = UInt8(truncatingIfNeeded: index * 37) }
        }
        device.convert(.init(samples), row: 0, into: target, row: 0, scratch: DeviceColor.Scratch(width: 16))
      }),
    FuzzTarget(
      name: "exif", seeds: { [Seeds.exif.serialized()] },
      run: { bytes in
        _ = EXIFBlock.settingOrientation(6, in: bytes)
        _ = EXIFBlock.settingPixelSize(width: 70000, height: 3, in: bytes)
        guard let block = try? EXIFBlock(parsing: bytes) else { return }
        _ = try? CGImageSource(bytes: FileBytes(Seeds.jpeg(exif: bytes))).properties(at: 0)
        _ = block.appleMakerNote
        // What is written is read back as it was.
        let written = block.serialized()
        guard let again = try? EXIFBlock(parsing: written) else { fatalError("the written block cannot be read") }
        if again.serialized() != written { fatalError("the block changes when it is written twice") }
      }),
    FuzzTarget(
      name: "iptc",
      seeds: {
        var block = IPTCBlock()
        block.setTexts(["alpha", "é"], for: .init(2, 25))
        block.setTexts(["20260314"], for: .init(2, 55))
        block.setTexts(["Bern"], for: .init(2, 90))
        var resources = PhotoshopResources()
        resources.iptc = block.serialized()
        resources.set([1], for: 1034)
        return [block.serialized(), resources.serialized()]
      },
      run: { bytes in
        var metadata = StillMetadata()
        _ = metadata.takeResources(bytes, limits: .standard)
        _ = metadata.takeIPTC(bytes, limits: .standard)
        _ = metadata.removing([.location, .personal]).resources
        let block = IPTCBlock.reading(bytes).block
        // What is written is read back as it was, and as XMP it is XML.
        let again = try? IPTCBlock(parsing: block.serialized())
        if again != block { fatalError("the written block is another") }
        guard let packet = XMPPacket.adding(block, to: nil) else { return }
        guard let parsed = try? XMPPacket(parsing: packet) else { fatalError("the packet cannot be read") }
        _ = parsed.iptc
      }),
    FuzzTarget(
      name: "gainmap", seeds: { Seeds.gainMaps.map { $0.serialized() } },
      run: { bytes in
        _ = try? GainMapMetadata(parsingTmap: bytes)
        guard let metadata = try? GainMapMetadata(parsing: bytes) else { return }
        _ = metadata.apply(base: SIMD3(0.1, 0.5, 1), gain: SIMD3(0, 0.5, 1), weight: 0.5)
        guard (try? GainMapMetadata(parsing: metadata.serialized())) != nil else {
          fatalError("the written metadata cannot be read")
        }
      }),
    FuzzTarget(
      name: "movie", seeds: { MovieSeeds.all },
      run: { bytes in
        if let finding = MovieScenario.finding(in: bytes) { fatalError(finding) }
      }),
    FuzzTarget(
      name: "hdr-metadata", seeds: { Seeds.hdrBlocks },
      run: { bytes in
        _ = try? ContentLightLevel(seiBytes: bytes)
        _ = try? ContentLightLevel(pngBytes: bytes)
        _ = try? AmbientViewingEnvironment(seiBytes: bytes)
        _ = try? ContentColorVolume(boxBody: bytes)
        _ = try? MasteringDisplayColorVolume(seiBytes: bytes)
        _ = try? MasteringDisplayColorVolume(pngBytes: bytes)
        _ = try? MasteringDisplayColorVolume(av1Bytes: bytes)
        _ = try? ReferenceViewingEnvironment(boxBody: bytes)
        _ = try? NominalDiffuseWhite(boxBody: bytes)
      }),
    FuzzTarget(
      name: "adaptive-tone-map", seeds: { Seeds.toneMaps.map { $0.serialized() } },
      run: { bytes in
        guard let map = try? HeadroomAdaptiveToneMap(parsing: bytes) else { return }
        guard (try? HeadroomAdaptiveToneMap(parsing: map.serialized())) != nil else {
          fatalError("the written tone map cannot be read")
        }
      }),
  ]
}
