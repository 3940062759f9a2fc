// Keys and values of the attachments that define the meaning of a buffer's numbers. The strings are those of Core Video
// and Core Media, so that they can be written into files and read from them.

// MARK: - Colour

/// The ``CGColorSpace`` of the numbers; wins over all other colour attachments.
public let kCVImageBufferCGColorSpaceKey: CFString = "CGColorSpace"
/// An ICC profile as `Data`; wins over primaries and transfer function.
public let kCVImageBufferICCProfileKey: CFString = "ICCProfile"
/// The primaries: one of the `kCVImageBufferColorPrimaries` strings.
public let kCVImageBufferColorPrimariesKey: CFString = "CVImageBufferColorPrimaries"
/// BT.709 (code 1 of H.273).
public let kCVImageBufferColorPrimaries_ITU_R_709_2: CFString = "ITU_R_709_2"
/// EBU, BT.601 with 625 lines (code 5 of H.273).
public let kCVImageBufferColorPrimaries_EBU_3213: CFString = "EBU_3213"
/// SMPTE C, BT.601 with 525 lines (code 6 of H.273).
public let kCVImageBufferColorPrimaries_SMPTE_C: CFString = "SMPTE_C"
/// P22 phosphors (code 22 of H.273).
public let kCVImageBufferColorPrimaries_P22: CFString = "P22"
/// P3 with the DCI white (code 11 of H.273).
public let kCVImageBufferColorPrimaries_DCI_P3: CFString = "DCI_P3"
/// P3 with white D65 (code 12 of H.273).
public let kCVImageBufferColorPrimaries_P3_D65: CFString = "P3_D65"
/// BT.2020 and BT.2100 (code 9 of H.273).
public let kCVImageBufferColorPrimaries_ITU_R_2020: CFString = "ITU_R_2020"
/// The curve: one of the `kCVImageBufferTransferFunction` strings.
public let kCVImageBufferTransferFunctionKey: CFString = "CVImageBufferTransferFunction"
/// BT.709 (codes 1, 6, 14 and 15 of H.273).
public let kCVImageBufferTransferFunction_ITU_R_709_2: CFString = "ITU_R_709_2"
/// SMPTE 240M (code 7 of H.273).
public let kCVImageBufferTransferFunction_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// The power of ``kCVImageBufferGammaLevelKey``.
public let kCVImageBufferTransferFunction_UseGamma: CFString = "UseGamma"
/// sRGB (code 13 of H.273).
public let kCVImageBufferTransferFunction_sRGB: CFString = "IEC_sRGB"
/// BT.2020; the same curve as BT.709 (code 14 of H.273).
public let kCVImageBufferTransferFunction_ITU_R_2020: CFString = "ITU_R_2020"
/// SMPTE ST 428-1 (code 17 of H.273).
public let kCVImageBufferTransferFunction_SMPTE_ST_428_1: CFString = "SMPTE_ST_428_1"
/// PQ (code 16 of H.273).
public let kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ: CFString = "SMPTE_ST_2084_PQ"
/// HLG (code 18 of H.273).
public let kCVImageBufferTransferFunction_ITU_R_2100_HLG: CFString = "ITU_R_2100_HLG"
/// Linear light (code 8 of H.273).
public let kCVImageBufferTransferFunction_Linear: CFString = "Linear"
/// The exponent, a number, for ``kCVImageBufferTransferFunction_UseGamma``.
public let kCVImageBufferGammaLevelKey: CFString = "CVImageBufferGammaLevel"
/// The matrix of luma and chroma: one of the `kCVImageBufferYCbCrMatrix` strings.
public let kCVImageBufferYCbCrMatrixKey: CFString = "CVImageBufferYCbCrMatrix"
/// BT.709 (code 1 of H.273).
public let kCVImageBufferYCbCrMatrix_ITU_R_709_2: CFString = "ITU_R_709_2"
/// BT.601 (codes 5 and 6 of H.273).
public let kCVImageBufferYCbCrMatrix_ITU_R_601_4: CFString = "ITU_R_601_4"
/// SMPTE 240M (code 7 of H.273).
public let kCVImageBufferYCbCrMatrix_SMPTE_240M_1995: CFString = "SMPTE_240M_1995"
/// BT.2020 with non-constant luminance (code 9 of H.273).
public let kCVImageBufferYCbCrMatrix_ITU_R_2020: CFString = "ITU_R_2020"

// MARK: - Chroma location

/// The position of chroma samples: one of the `kCVImageBufferChromaLocation` strings.
public let kCVImageBufferChromaLocationTopFieldKey: CFString = "CVImageBufferChromaLocationTopField"
/// The position of the bottom field's chroma samples; carried, not used.
public let kCVImageBufferChromaLocationBottomFieldKey: CFString = "CVImageBufferChromaLocationBottomField"
/// On the even luma columns, between two rows.
public let kCVImageBufferChromaLocation_Left: CFString = "Left"
/// Between luma samples both ways.
public let kCVImageBufferChromaLocation_Center: CFString = "Center"
/// On the even luma samples both ways.
public let kCVImageBufferChromaLocation_TopLeft: CFString = "TopLeft"
/// Between two columns, on the even rows.
public let kCVImageBufferChromaLocation_Top: CFString = "Top"
/// On the even columns, on the odd rows.
public let kCVImageBufferChromaLocation_BottomLeft: CFString = "BottomLeft"
/// Between two columns, on the odd rows.
public let kCVImageBufferChromaLocation_Bottom: CFString = "Bottom"
/// As in DV, Cb and Cr on different rows.
public let kCVImageBufferChromaLocation_DV420: CFString = "DV 4:2:0"

// MARK: - HDR metadata

/// The 24 bytes of the HEVC SEI message 137 as `Data`.
public let kCVImageBufferMasteringDisplayColorVolumeKey: CFString = "MasteringDisplayColorVolume"
/// The 4 bytes of the HEVC SEI message 144 as `Data`.
public let kCVImageBufferContentLightLevelInfoKey: CFString = "ContentLightLevelInfo"
/// The 8 bytes of the HEVC SEI message 148 as `Data`.
public let kCVImageBufferAmbientViewingEnvironmentKey: CFString = "AmbientViewingEnvironment"

// MARK: - Alpha

/// Whether alpha is 1 everywhere; a Bool.
public let kCVImageBufferAlphaChannelIsOpaque: CFString = "AlphaChannelIsOpaque"
/// Whether colour is multiplied by alpha; without it, it is.
public let kCVImageBufferAlphaChannelModeKey: CFString = "AlphaChannelMode"
/// Colour is not multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_StraightAlpha: CFString = "StraightAlpha"
/// Colour is multiplied by alpha.
public let kCVImageBufferAlphaChannelMode_PremultipliedAlpha: CFString = "PremultipliedAlpha"

// MARK: - Geometry

/// The part that is picture: a dictionary of the four keys below.
public let kCVImageBufferCleanApertureKey: CFString = "CVCleanAperture"
/// Width of the clean aperture in pixels.
public let kCVImageBufferCleanApertureWidthKey: CFString = "Width"
/// Height of the clean aperture in pixels.
public let kCVImageBufferCleanApertureHeightKey: CFString = "Height"
/// How far the aperture's centre lies right of the buffer's.
public let kCVImageBufferCleanApertureHorizontalOffsetKey: CFString = "HorizontalOffset"
/// How far the aperture's centre lies below the buffer's.
public let kCVImageBufferCleanApertureVerticalOffsetKey: CFString = "VerticalOffset"
/// The shape of a pixel: a dictionary of the two keys below.
public let kCVImageBufferPixelAspectRatioKey: CFString = "CVPixelAspectRatio"
/// Relative width of a pixel.
public let kCVImageBufferPixelAspectRatioHorizontalSpacingKey: CFString = "HorizontalSpacing"
/// Relative height of a pixel.
public let kCVImageBufferPixelAspectRatioVerticalSpacingKey: CFString = "VerticalSpacing"
