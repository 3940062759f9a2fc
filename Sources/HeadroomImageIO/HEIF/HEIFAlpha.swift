internal import HeadroomContainers
internal import HeadroomPixels

/// The alpha plane of a picture.
struct HEIFAlpha: Sendable {
  let plan: HEIFPlan
  let coding: PlanarPicture.Coding
  /// Whether the colour was multiplied by it.
  let isPremultiplied: Bool

  private static let types: Set<String> = [
    "urn:mpeg:mpegB:cicp:systems:auxiliary:alpha", "urn:mpeg:hevc:2015:auxid:1", "urn:mpeg:avc:2015:auxid:1",
  ]

  static func isAlpha(_ type: String) -> Bool { types.contains(type) }

  /// Finds the alpha plane of the picture `id`; nil when it has none that can be used.
  static func find(
    for id: UInt32, size: (width: Int, height: Int), in container: HEIFContainer, warnings: inout [String]
  ) -> HEIFAlpha? {
    guard let found = alphaItem(of: id, in: container) else {
      return ofTiles(of: id, size: size, in: container, &warnings)
    }
    guard let item = container.items[found] else { return nil }
    do throws(ImageIOError) {
      let plan = try HEIFPlan(for: found, in: container)
      guard (plan.width, plan.height) == size else {
        throw .unsupported(
          part: item.part, text: "alpha of \(plan.width)x\(plan.height) for a picture of \(size.width)x\(size.height)")
      }
      let color = HEIFColor(of: item, tile: plan.tileItem)
      return HEIFAlpha(
        plan: plan, coding: color.coding, isPremultiplied: container.targets("prem", of: id).contains(found))
    } catch {
      warnings.append("alpha: \(error); the picture is shown opaque")
      return nil
    }
  }

  private static func alphaItem(of id: UInt32, in container: HEIFContainer) -> UInt32? {
    container.sources("auxl", to: id).first { container.items[$0]?.auxiliaryType.map(isAlpha) ?? false }
  }

  /// The alpha of a grid that has none itself but whose tiles all have one, as some encoders write it.
  private static func ofTiles(
    of id: UInt32, size: (width: Int, height: Int), in container: HEIFContainer, _ warnings: inout [String]
  ) -> HEIFAlpha? {
    guard container.items[id]?.type == "grid" else { return nil }
    let tiles = container.targets("dimg", of: id)
    let alphas = tiles.map { alphaItem(of: $0, in: container) }
    let present = alphas.compactMap { $0 }
    guard !present.isEmpty else { return nil }
    do throws(ImageIOError) {
      guard present.count == tiles.count, let first = container.items[present[0]] else {
        throw .malformed(part: "item \(id)", text: "\(present.count) of \(tiles.count) tiles have it", offset: nil)
      }
      let plan = try HEIFPlan(laidOutAs: id, tiles: present, in: container)
      guard (plan.width, plan.height) == size else {
        throw .unsupported(part: first.part, text: "alpha of \(plan.width)x\(plan.height)")
      }
      let color = HEIFColor(of: first, tile: plan.tileItem)
      let isPremultiplied = zip(tiles, present).allSatisfy { container.targets("prem", of: $0).contains($1) }
      return HEIFAlpha(plan: plan, coding: color.coding, isPremultiplied: isPremultiplied)
    } catch {
      warnings.append("alpha of the tiles: \(error); the picture is shown opaque")
      return nil
    }
  }

  /// Puts decoded alpha into the last component of `bitmap`, and divides the colour by it where it was multiplied.
  func apply(_ alpha: PixelBitmap, to bitmap: PixelBitmap) {
    let rows = min(alpha.height, bitmap.height)
    ThreadPool.shared.concurrentPerform((rows + 63) / 64) { band in
      for row in band * 64..<min(band * 64 + 64, rows) {
        if bitmap.format.component == .uint8 {
          apply(UInt8.self, alpha, bitmap, row)
        } else {
          apply(UInt16.self, alpha, bitmap, row)
        }
      }
    }
  }

  @inline(__always)
  private func apply<Code: FixedWidthInteger & UnsignedInteger>(
    _: Code.Type, _ alpha: PixelBitmap, _ bitmap: PixelBitmap, _ row: Int
  ) {
    let to = unsafe bitmap.rowAddress(row).assumingMemoryBound(to: Code.self)
    let from = unsafe UnsafeRawPointer(alpha.rowAddress(row))
    let (stride, step) = (bitmap.format.channelCount, alpha.format.channelCount)
    let isByte = alpha.format.component == .uint8
    let top = UInt32(Code.max)
    for x in 0..<min(alpha.width, bitmap.width) {
      // Depths of picture and alpha may differ: a code of 8 bits times 257 is one of 16 bits.
      let stored =
        isByte
        ? unsafe UInt32(from.load(fromByteOffset: x &* step, as: UInt8.self))
        : unsafe UInt32(from.load(fromByteOffset: 2 &* x &* step, as: UInt16.self))
      let code = isByte ? (top > 255 ? stored &* 257 : stored) : (top > 255 ? stored : (stored &+ 128) / 257)
      unsafe to[stride &* x &+ stride &- 1] = Code(truncatingIfNeeded: code)
      guard isPremultiplied, code < top else { continue }
      for channel in 0..<stride - 1 {
        let color = unsafe UInt64(to[stride &* x &+ channel])
        let straight = code == 0 ? 0 : (color &* UInt64(top) &+ UInt64(code / 2)) / UInt64(code)
        unsafe to[stride &* x &+ channel] = Code(truncatingIfNeeded: min(straight, UInt64(top)))
      }
    }
  }
}
