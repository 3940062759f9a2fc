internal import HeadroomColor

/// The numbers between codes of a biplanar bitmap and R'G'B', single precision.
struct YCbCrConstants {
  // Codes.
  let lumaOrigin: Float
  let lumaRange: Float
  let chromaOrigin: Float
  let chromaRange: Float
  let largestCode: Float
  // R' = Y' + redFromCr Cr; G' = Y' + greenFromCb Cb + greenFromCr Cr; B' = Y' + blueFromCb Cb.
  let redFromCr: Float
  let greenFromCb: Float
  let greenFromCr: Float
  let blueFromCb: Float
  // Y' = kr R' + kg G' + kb B'; Cb = cbScale (B' - Y'); Cr = crScale (R' - Y').
  let kr: Float
  let kg: Float
  let kb: Float
  let cbScale: Float
  let crScale: Float

  init(_ encoding: YCbCrEncoding, bits: Int) {
    let step = Float(1 << (bits - 8))
    largestCode = 256 * step - 1
    lumaOrigin = encoding.isFullRange ? 0 : 16 * step
    lumaRange = encoding.isFullRange ? largestCode : 219 * step
    chromaOrigin = 128 * step
    chromaRange = encoding.isFullRange ? largestCode : 224 * step
    let toRGB = encoding.matrix.toRGB
    redFromCr = Float(toRGB[0, 2])
    greenFromCb = Float(toRGB[1, 1])
    greenFromCr = Float(toRGB[1, 2])
    blueFromCb = Float(toRGB[2, 1])
    kr = Float(encoding.matrix.kr)
    kb = Float(encoding.matrix.kb)
    kg = Float(1 - encoding.matrix.kr - encoding.matrix.kb)
    cbScale = Float(1 / (2 * (1 - encoding.matrix.kb)))
    crScale = Float(1 / (2 * (1 - encoding.matrix.kr)))
  }
}
