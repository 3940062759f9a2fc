internal import HeadroomGraphics

// Colour of video as settings and compositions state it. The strings are those of buffers' attachments.

/// A dictionary of the three keys below; all three are needed.
public let AVVideoColorPropertiesKey: String = "AVVideoColorPropertiesKey"
/// The primaries: one of the `AVVideoColorPrimaries` strings.
public let AVVideoColorPrimariesKey: String = "ColorPrimaries"
/// BT.709.
public let AVVideoColorPrimaries_ITU_R_709_2: String = kCVImageBufferColorPrimaries_ITU_R_709_2
/// EBU, BT.601 with 625 lines.
public let AVVideoColorPrimaries_EBU_3213: String = kCVImageBufferColorPrimaries_EBU_3213
/// SMPTE C, BT.601 with 525 lines.
public let AVVideoColorPrimaries_SMPTE_C: String = kCVImageBufferColorPrimaries_SMPTE_C
/// P3 with white D65.
public let AVVideoColorPrimaries_P3_D65: String = kCVImageBufferColorPrimaries_P3_D65
/// BT.2020 and BT.2100.
public let AVVideoColorPrimaries_ITU_R_2020: String = kCVImageBufferColorPrimaries_ITU_R_2020

/// The curve: one of the `AVVideoTransferFunction` strings.
public let AVVideoTransferFunctionKey: String = "TransferFunction"
/// BT.709.
public let AVVideoTransferFunction_ITU_R_709_2: String = kCVImageBufferTransferFunction_ITU_R_709_2
/// SMPTE 240M.
public let AVVideoTransferFunction_SMPTE_240M_1995: String = kCVImageBufferTransferFunction_SMPTE_240M_1995
/// PQ.
public let AVVideoTransferFunction_SMPTE_ST_2084_PQ: String = kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// HLG.
public let AVVideoTransferFunction_ITU_R_2100_HLG: String = kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Linear light.
public let AVVideoTransferFunction_Linear: String = kCVImageBufferTransferFunction_Linear
/// sRGB.
public let AVVideoTransferFunction_IEC_sRGB: String = kCVImageBufferTransferFunction_sRGB

/// The matrix of luma and chroma: one of the `AVVideoYCbCrMatrix` strings.
public let AVVideoYCbCrMatrixKey: String = "YCbCrMatrix"
/// BT.709.
public let AVVideoYCbCrMatrix_ITU_R_709_2: String = kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// BT.601.
public let AVVideoYCbCrMatrix_ITU_R_601_4: String = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// SMPTE 240M.
public let AVVideoYCbCrMatrix_SMPTE_240M_1995: String = kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
/// BT.2020 with non-constant luminance.
public let AVVideoYCbCrMatrix_ITU_R_2020: String = kCVImageBufferYCbCrMatrix_ITU_R_2020
