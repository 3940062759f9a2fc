/// A kind of sample as a type, so that the compiler turns loops over samples into vector code.
protocol PlaneSample {
  associatedtype Word: FixedWidthInteger & UnsignedInteger
  static var step: Int { get }
  /// Cb and Cr of one place.
  static func load(_ source: ChromaSamples, _ index: Int, shift: Word) -> (cb: Float, cr: Float)
  /// `cb` and `cr` lie within the codes; the nearest ones are stored.
  static func store(_ to: ChromaSamples, _ index: Int, _ cb: Float, _ cr: Float, shift: Word)
}

/// The first samples of Cb and Cr. Where they alternate, Cb comes first and Cr is the next sample.
@safe package struct ChromaSamples {
  package let cb: UnsafeMutableRawPointer
  package let cr: UnsafeMutableRawPointer

  package init(cb: UnsafeMutableRawPointer, cr: UnsafeMutableRawPointer) {
    unsafe (self.cb, self.cr) = unsafe (cb, cr)
  }

  /// Samples that are only read.
  package init(reading cb: UnsafeRawPointer, _ cr: UnsafeRawPointer) {
    unsafe self.init(cb: UnsafeMutableRawPointer(mutating: cb), cr: UnsafeMutableRawPointer(mutating: cr))
  }

  /// Those `bytes` further on.
  func advanced(by bytes: Int) -> ChromaSamples { unsafe ChromaSamples(cb: cb + bytes, cr: cr + bytes) }
}

/// Samples side by side.
enum PlanarSample<Word: FixedWidthInteger & UnsignedInteger>: PlaneSample {
  @inline(__always) static var step: Int { 1 }

  @inline(__always)
  static func load(_ source: ChromaSamples, _ index: Int, shift: Word) -> (cb: Float, cr: Float) {
    unsafe (load(source.cb, index, shift: shift), load(source.cr, index, shift: shift))
  }

  @inline(__always)
  static func store(_ to: ChromaSamples, _ index: Int, _ cb: Float, _ cr: Float, shift: Word) {
    unsafe store(to.cb, index, cb, shift: shift)
    unsafe store(to.cr, index, cr, shift: shift)
  }
}

/// Every second sample. Pairs are accessed from one address, so that they become one vector access.
enum InterleavedSample<Word: FixedWidthInteger & UnsignedInteger>: PlaneSample {
  @inline(__always) static var step: Int { 2 }

  @inline(__always)
  static func load(_ source: ChromaSamples, _ index: Int, shift: Word) -> (cb: Float, cr: Float) {
    typealias Single = PlanarSample<Word>
    return unsafe (
      Single.load(source.cb, 2 &* index, shift: shift), Single.load(source.cb, 2 &* index &+ 1, shift: shift)
    )
  }

  @inline(__always)
  static func store(_ to: ChromaSamples, _ index: Int, _ cb: Float, _ cr: Float, shift: Word) {
    unsafe PlanarSample<Word>.store(to.cb, 2 &* index, cb, shift: shift)
    unsafe PlanarSample<Word>.store(to.cb, 2 &* index &+ 1, cr, shift: shift)
  }
}

extension PlaneSample {
  @inline(__always)
  static func load(_ source: UnsafeRawPointer, _ index: Int, shift: Word) -> Float {
    let word = unsafe source.load(fromByteOffset: MemoryLayout<Word>.size &* step &* index, as: Word.self)
    return Float(word &>> shift)
  }

  /// `value` lies within the codes; the nearest one is stored.
  @inline(__always)
  static func store(_ to: UnsafeMutableRawPointer, _ index: Int, _ value: Float, shift: Word) {
    let code = Word(truncatingIfNeeded: (value + roundingMagic).bitPattern)
    unsafe to.storeBytes(of: code &<< shift, toByteOffset: MemoryLayout<Word>.size &* step &* index, as: Word.self)
  }
}

/// A loop over samples of any kind.
protocol SampleLoop {
  func run<Sample: PlaneSample>(_: Sample.Type, shift: Sample.Word)
}

extension SampleLayout {
  /// Runs a loop that was compiled for this layout.
  @inline(__always)
  func run(_ loop: some SampleLoop) {
    switch (size, step) {
    case (1, 1): loop.run(PlanarSample<UInt8>.self, shift: 0)
    case (1, _): loop.run(InterleavedSample<UInt8>.self, shift: 0)
    case (_, 1): loop.run(PlanarSample<UInt16>.self, shift: UInt16(truncatingIfNeeded: shift))
    default: loop.run(InterleavedSample<UInt16>.self, shift: UInt16(truncatingIfNeeded: shift))
    }
  }
}
