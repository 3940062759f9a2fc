internal import HeadroomContainers

/// Digital Negative 1.7.1.0 (Adobe, 2023): TIFF with a sensor's numbers and the data needed to make a picture from
/// them.
enum DNG {
  /// The newest supported version of the format.
  static let newestVersion: [UInt64] = [1, 7, 1, 0]

  /// Tags by their names in the specification.
  enum Tag {
    static let make: UInt16 = 271
    static let model: UInt16 = 272
    static let tileLength: UInt16 = 323
    static let tileOffsets: UInt16 = 324
    static let tileByteCounts: UInt16 = 325
    static let jpegOffset: UInt16 = 513
    static let jpegByteCount: UInt16 = 514
    static let cfaRepeatPatternDim: UInt16 = 33421
    static let cfaPattern: UInt16 = 33422
    static let version: UInt16 = 50706
    static let backwardVersion: UInt16 = 50707
    static let uniqueCameraModel: UInt16 = 50708
    static let cfaPlaneColor: UInt16 = 50710
    static let cfaLayout: UInt16 = 50711
    static let linearizationTable: UInt16 = 50712
    static let blackLevelRepeatDim: UInt16 = 50713
    static let blackLevel: UInt16 = 50714
    static let blackLevelDeltaH: UInt16 = 50715
    static let blackLevelDeltaV: UInt16 = 50716
    static let whiteLevel: UInt16 = 50717
    static let defaultScale: UInt16 = 50718
    static let defaultCropOrigin: UInt16 = 50719
    static let defaultCropSize: UInt16 = 50720
    static let colorMatrix: [UInt16] = [50721, 50722, 52531]
    static let cameraCalibration: [UInt16] = [50723, 50724, 52530]
    static let analogBalance: UInt16 = 50727
    static let asShotNeutral: UInt16 = 50728
    static let asShotWhiteXY: UInt16 = 50729
    static let baselineExposure: UInt16 = 50730
    static let baselineNoise: UInt16 = 50731
    static let baselineSharpness: UInt16 = 50732
    static let illuminant: [UInt16] = [50778, 50779, 52529]
    static let activeArea: UInt16 = 50829
    static let maskedAreas: UInt16 = 50830
    static let colorimetricReference: UInt16 = 50879
    static let cameraCalibrationSignature: UInt16 = 50931
    static let profileCalibrationSignature: UInt16 = 50932
    static let extraCameraProfiles: UInt16 = 50933
    static let asShotProfileName: UInt16 = 50934
    static let noiseReductionApplied: UInt16 = 50935
    static let profileName: UInt16 = 50936
    static let hueSatMapDims: UInt16 = 50937
    static let hueSatMapData: [UInt16] = [50938, 50939, 52537]
    static let toneCurve: UInt16 = 50940
    static let previewColorSpace: UInt16 = 50970
    static let forwardMatrix: [UInt16] = [50964, 50965, 52532]
    static let subTileBlockSize: UInt16 = 50974
    static let rowInterleaveFactor: UInt16 = 50975
    static let lookTableDims: UInt16 = 50981
    static let lookTableData: UInt16 = 50982
    static let opcodeLists: [UInt16] = [51008, 51009, 51022]
    static let noiseProfile: UInt16 = 51041
    static let hueSatMapEncoding: UInt16 = 51107
    static let lookTableEncoding: UInt16 = 51108
    static let baselineExposureOffset: UInt16 = 51109
    static let defaultBlackRender: UInt16 = 51110
    static let gainTableMap: UInt16 = 52525
    static let semanticName: UInt16 = 52526
    static let maskSubArea: UInt16 = 52536
    static let defaultUserCrop: UInt16 = 51125
    static let illuminantData: [UInt16] = [52533, 52534, 52535]
    static let rgbTables: UInt16 = 52543
    static let gainTableMap2: UInt16 = 52544
    static let columnInterleaveFactor: UInt16 = 52547
    static let dynamicRange: UInt16 = 52551
    static let groupName: UInt16 = 52552
  }

  /// The name of a tag as the specification spells it.
  static func tagName(_ tag: UInt16) -> String { names[tag] ?? TIFF.tagName(tag) }

  private static let names: [UInt16: String] = [
    33421: "CFARepeatPatternDim", 33422: "CFAPattern", 50707: "DNGBackwardVersion", 50708: "UniqueCameraModel",
    50710: "CFAPlaneColor", 50711: "CFALayout", 50712: "LinearizationTable", 50713: "BlackLevelRepeatDim",
    50714: "BlackLevel", 50715: "BlackLevelDeltaH", 50716: "BlackLevelDeltaV", 50717: "WhiteLevel",
    50718: "DefaultScale", 50719: "DefaultCropOrigin", 50720: "DefaultCropSize", 50721: "ColorMatrix1",
    50722: "ColorMatrix2", 52531: "ColorMatrix3", 50723: "CameraCalibration1", 50724: "CameraCalibration2",
    52530: "CameraCalibration3", 50727: "AnalogBalance", 50728: "AsShotNeutral", 50729: "AsShotWhiteXY",
    50730: "BaselineExposure", 50731: "BaselineNoise", 50732: "BaselineSharpness", 50778: "CalibrationIlluminant1",
    50779: "CalibrationIlluminant2", 52529: "CalibrationIlluminant3", 50829: "ActiveArea", 50830: "MaskedAreas",
    50879: "ColorimetricReference", 50931: "CameraCalibrationSignature", 50932: "ProfileCalibrationSignature",
    50933: "ExtraCameraProfiles", 50934: "AsShotProfileName", 50935: "NoiseReductionApplied", 50936: "ProfileName",
    50937: "ProfileHueSatMapDims",
    50938: "ProfileHueSatMapData1", 50939: "ProfileHueSatMapData2", 52537: "ProfileHueSatMapData3",
    50940: "ProfileToneCurve", 50964: "ForwardMatrix1", 50965: "ForwardMatrix2", 52532: "ForwardMatrix3",
    50970: "PreviewColorSpace", 50974: "SubTileBlockSize", 50975: "RowInterleaveFactor", 50981: "ProfileLookTableDims",
    50982: "ProfileLookTableData", 51008: "OpcodeList1", 51009: "OpcodeList2", 51022: "OpcodeList3",
    51041: "NoiseProfile", 51107: "ProfileHueSatMapEncoding", 51108: "ProfileLookTableEncoding",
    51109: "BaselineExposureOffset", 51110: "DefaultBlackRender", 51125: "DefaultUserCrop",
    52525: "ProfileGainTableMap", 52526: "SemanticName", 52536: "MaskSubArea",
    52533: "IlluminantData1", 52534: "IlluminantData2", 52535: "IlluminantData3", 52543: "RGBTables",
    52544: "ProfileGainTableMap2",
    52547: "ColumnInterleaveFactor", 52551: "ProfileDynamicRange", 52552: "ProfileGroupName",
  ]
}
