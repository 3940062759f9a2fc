public import HeadroomGraphics

// Keys and values of what a format description says beyond codec and size. They are those of buffers' attachments, where
// buffers have them.

/// The primaries: one of the `kCMFormatDescriptionColorPrimaries` strings.
public let kCMFormatDescriptionExtension_ColorPrimaries: CFString = kCVImageBufferColorPrimariesKey
/// The curve: one of the `kCMFormatDescriptionTransferFunction` strings.
public let kCMFormatDescriptionExtension_TransferFunction: CFString = kCVImageBufferTransferFunctionKey
/// The matrix of luma and chroma: one of the `kCMFormatDescriptionYCbCrMatrix` strings.
public let kCMFormatDescriptionExtension_YCbCrMatrix: CFString = kCVImageBufferYCbCrMatrixKey
/// The exponent of ``kCMFormatDescriptionTransferFunction_UseGamma``, a number.
public let kCMFormatDescriptionExtension_GammaLevel: CFString = kCVImageBufferGammaLevelKey
/// Whether codes use all values; a Bool. Without it they leave room below black and above white.
public let kCMFormatDescriptionExtension_FullRangeVideo: CFString = "FullRangeVideo"
/// The 24 bytes of the HEVC SEI message 137 as `Data`.
public let kCMFormatDescriptionExtension_MasteringDisplayColorVolume: CFString =
  kCVImageBufferMasteringDisplayColorVolumeKey
/// The 4 bytes of the HEVC SEI message 144 as `Data`.
public let kCMFormatDescriptionExtension_ContentLightLevelInfo: CFString = kCVImageBufferContentLightLevelInfoKey
/// The 8 bytes of the HEVC SEI message 148 as `Data`.
public let kCMFormatDescriptionExtension_AmbientViewingEnvironment: CFString =
  kCVImageBufferAmbientViewingEnvironmentKey
/// Bits of a code, a number.
public let kCMFormatDescriptionExtension_BitsPerComponent: CFString = "BitsPerComponent"
/// Bits of a pixel, a number.
public let kCMFormatDescriptionExtension_Depth: CFString = "Depth"
/// Whether pictures have alpha; a Bool.
public let kCMFormatDescriptionExtension_ContainsAlphaChannel: CFString = "ContainsAlphaChannel"
/// The position of chroma samples: one of the `kCVImageBufferChromaLocation` strings.
public let kCMFormatDescriptionExtension_ChromaLocationTopField: CFString = kCVImageBufferChromaLocationTopFieldKey
/// The position of the bottom field's chroma samples.
public let kCMFormatDescriptionExtension_ChromaLocationBottomField: CFString =
  kCVImageBufferChromaLocationBottomFieldKey
/// The part that is picture: a dictionary with the keys of `kCVImageBufferCleanAperture`.
public let kCMFormatDescriptionExtension_CleanAperture: CFString = kCVImageBufferCleanApertureKey
/// The shape of a pixel: a dictionary with the keys of `kCVImageBufferPixelAspectRatio`.
public let kCMFormatDescriptionExtension_PixelAspectRatio: CFString = kCVImageBufferPixelAspectRatioKey
/// 1 for whole frames, 2 for fields.
public let kCMFormatDescriptionExtension_FieldCount: CFString = "CVFieldCount"
/// Boxes of the sample entry: a dictionary of four letters and their `Data`, as `dvvC`.
public let kCMFormatDescriptionExtension_SampleDescriptionExtensionAtoms: CFString = "SampleDescriptionExtensionAtoms"

/// BT.709.
public let kCMFormatDescriptionColorPrimaries_ITU_R_709_2: CFString = kCVImageBufferColorPrimaries_ITU_R_709_2
/// EBU, BT.601 with 625 lines.
public let kCMFormatDescriptionColorPrimaries_EBU_3213: CFString = kCVImageBufferColorPrimaries_EBU_3213
/// SMPTE C, BT.601 with 525 lines.
public let kCMFormatDescriptionColorPrimaries_SMPTE_C: CFString = kCVImageBufferColorPrimaries_SMPTE_C
/// P3 with the DCI white.
public let kCMFormatDescriptionColorPrimaries_DCI_P3: CFString = kCVImageBufferColorPrimaries_DCI_P3
/// P3 with white D65.
public let kCMFormatDescriptionColorPrimaries_P3_D65: CFString = kCVImageBufferColorPrimaries_P3_D65
/// BT.2020 and BT.2100.
public let kCMFormatDescriptionColorPrimaries_ITU_R_2020: CFString = kCVImageBufferColorPrimaries_ITU_R_2020
/// P22 phosphors.
public let kCMFormatDescriptionColorPrimaries_P22: CFString = kCVImageBufferColorPrimaries_P22

/// BT.709.
public let kCMFormatDescriptionTransferFunction_ITU_R_709_2: CFString = kCVImageBufferTransferFunction_ITU_R_709_2
/// SMPTE 240M.
public let kCMFormatDescriptionTransferFunction_SMPTE_240M_1995: CFString =
  kCVImageBufferTransferFunction_SMPTE_240M_1995
/// The power of ``kCMFormatDescriptionExtension_GammaLevel``.
public let kCMFormatDescriptionTransferFunction_UseGamma: CFString = kCVImageBufferTransferFunction_UseGamma
/// BT.2020; the same curve as BT.709, whose name is preferred.
public let kCMFormatDescriptionTransferFunction_ITU_R_2020: CFString = kCVImageBufferTransferFunction_ITU_R_2020
/// SMPTE ST 428-1.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_428_1: CFString =
  kCVImageBufferTransferFunction_SMPTE_ST_428_1
/// PQ.
public let kCMFormatDescriptionTransferFunction_SMPTE_ST_2084_PQ: CFString =
  kCVImageBufferTransferFunction_SMPTE_ST_2084_PQ
/// HLG.
public let kCMFormatDescriptionTransferFunction_ITU_R_2100_HLG: CFString =
  kCVImageBufferTransferFunction_ITU_R_2100_HLG
/// Linear light.
public let kCMFormatDescriptionTransferFunction_Linear: CFString = kCVImageBufferTransferFunction_Linear
/// sRGB.
public let kCMFormatDescriptionTransferFunction_sRGB: CFString = kCVImageBufferTransferFunction_sRGB

/// BT.709.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_709_2: CFString = kCVImageBufferYCbCrMatrix_ITU_R_709_2
/// BT.601.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_601_4: CFString = kCVImageBufferYCbCrMatrix_ITU_R_601_4
/// SMPTE 240M.
public let kCMFormatDescriptionYCbCrMatrix_SMPTE_240M_1995: CFString = kCVImageBufferYCbCrMatrix_SMPTE_240M_1995
/// BT.2020 with non-constant luminance.
public let kCMFormatDescriptionYCbCrMatrix_ITU_R_2020: CFString = kCVImageBufferYCbCrMatrix_ITU_R_2020
