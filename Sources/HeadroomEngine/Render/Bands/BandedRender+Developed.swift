package import HeadroomPixels

extension BandedRender {
  /// A render into memory whose RAW sources are developed while it runs. A sensor's light as floats is read only once
  /// but takes more memory than the result, and new memory costs as much time as developing does.
  ///
  /// Nil where other renders may reuse kept pixels of this one, where something must first be known of all pixels,
  /// where bands read much of their neighbours, which would be computed twice, and for parts of pictures: rows come
  /// from the top, and at full width.
  package init?(ofDeveloped plan: RenderPlan, into bitmaps: [PixelBitmap], renderer: TileRenderer) {
    guard let rows = plan.sources.compactMap(\.access.bandRows).max(), plan.region.height > rows,
      plan.measurements.isEmpty, renderer.options.dither == .none,
      !plan.steps.contains(where: { $0.key != nil && $0.isStored }), plan.readsMostOfDeveloped,
      let first = bitmaps.first, !bitmaps.contains(where: \.isSubsampled)
    else { return nil }
    self.init(plan, renderer: renderer, format: first.format, alpha: first.alpha, bandHeight: rows)
    guard plan.sources.indices.allSatisfy({ mostRows(ofSource: $0) <= rows + rows / 4 }) else { return nil }
  }
}

extension RenderPlan {
  /// Whether most pixels of each developed source are read.
  fileprivate var readsMostOfDeveloped: Bool {
    zip(sources, sourceRegions()).allSatisfy { source, region in
      source.access.bandRows == nil || 4 * region.area >= 3 * source.width * source.height
    }
  }
}
