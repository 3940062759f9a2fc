internal import Foundation
internal import HeadroomEngine
internal import HeadroomPixels
internal import Synchronization

/// The regions of interest of a client's callback, made safe. An object, so that equal callbacks can be recognised.
final class KernelRegion: Sendable {
  private let callback: CIKernelROICallback
  /// Extents of the images.
  private let images: [PixelRect]
  private let kernel: String
  private let watch: RegionWatch
  /// Whether none of its tiles has been checked yet.
  private let isNew = Atomic(true)

  init(_ callback: @escaping CIKernelROICallback, images: [PixelRect], of kernel: CIKernel) {
    self.callback = callback
    self.images = images
    self.kernel = kernel.name
    watch = kernel.watch
  }

  /// The part of an image that is read, at most all of it and the adjacent pixels, which interpolation reads. Edges
  /// that are NaN count as nothing.
  func needed(ofImage index: Int, for rect: PixelRect, isClamped: Bool = false) -> PixelRect {
    guard !rect.isEmpty else { return .empty }
    let wanted = callback(Int32(truncatingIfNeeded: index), rect.cgRect)
    guard !wanted.isWithoutPixels else { return .empty }
    let region = PixelRect(enclosing: wanted)
    return isClamped ? region.clamped(into: images[index]) : region.intersection(images[index].expanded(dx: 1, dy: 1))
  }
}

// MARK: Asking for too little

extension KernelRegion {
  /// The turn in which a tile is checked; nil for no check: in most turns, and always where the kernel has whole
  /// images.
  func turn(having tiles: [PixelRect]) -> Int? {
    guard zip(images, tiles).contains(where: { !$1.contains($0) }) else { return nil }
    return watch.nextTurn(isFirst: isNew.exchange(false, ordering: .relaxed))
  }

  /// Reports pixels that a kernel reads for a rectangle but was not given.
  func report(_ missed: [MissedPixels], for rect: PixelRect) {
    guard let (index, missed) = missed.enumerated().first(where: { !$1.rect.isEmpty }) else { return }
    let wanted = callback(Int32(truncatingIfNeeded: index), rect.cgRect)
    let asked = wanted.isWithoutPixels ? "nothing" : PixelRect(enclosing: wanted).told
    watch.report(
      "the region callback of kernel '\(kernel)' asks for too little: for \(rect.told) of the result it asks for "
        + "\(asked) of image \(index), and the kernel reads \(missed.rect.told) besides. What it does not ask for is "
        + "transparent, in other places with other tiles. This is told once.",
      kernel: kernel)
  }

  /// Checks whether a warp's positions lie in the callback's region.
  func look(at warp: some TileWarp, for rect: PixelRect, asked: PixelRect) {
    guard !rect.isInfinite, let turn = turn(having: [asked]) else { return }
    let missed = MissedPixels(of: images[0])
    // Adjacent pixels are read as well, for interpolation.
    let given = asked.isEmpty ? asked : asked.expanded(dx: 1, dy: 1)
    let buffer = RowBuffer(capacity: PixelRect.partToLookAt)
    for part in rect.parts(toLookAt: turn) {
      let (sx, sy) = unsafe (buffer.rows.r, buffer.rows.g)
      unsafe warp.fillCoordinates(x: part.minX, y: part.minY, count: part.width, sx, sy)
      for i in 0..<part.width {
        var position = PositionBounds()
        unsafe position.add(sx[i], sy[i])
        if !given.contains(position.rect) { missed.note(position.rect) }
      }
    }
    report([missed], for: rect)
  }
}

extension PixelRect {
  /// Origin and size as text.
  fileprivate var told: String {
    isInfinite ? "everything" : "(x \(minX), y \(minY), \(width) x \(height))"
  }
}
