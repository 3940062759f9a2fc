/// Properties of XMP that may stay where personal ones are removed. A namespace that is not
/// listed is removed completely.
enum PublicNames {
  private enum Allowed {
    /// Only these.
    case names(Set<String>)
    /// All but these; for namespaces that describe pixels.
    case allBut(Set<String>)
  }

  static func contains(_ name: XMLName) -> Bool {
    switch namespaces[name.namespace] {
    case .names(let names)?: names.contains(name.local)
    case .allBut(let names)?: !names.contains(name.local)
    case nil: false
    }
  }

  private static let namespaces: [String: Allowed] = [
    // Free text, rights, kind and date. Keywords, creators, publishers and the picture's source are removed.
    XMPNamespace.dublinCore: .names([
      "title", "description", "rights", "format", "type", "date", "language", "coverage",
    ]),
    XMPNamespace.basic: .names(["Rating", "Label", "CreateDate", "ModifyDate", "MetadataDate", "CreatorTool"]),
    XMPNamespace.rights: .names(["Marked", "UsageTerms", "WebStatement", "Certificate"]),
    XMPNamespace.photoshop: .names([
      "Headline", "Instructions", "Category", "SupplementalCategories", "Urgency", "DateCreated", "ColorMode",
      "ICCProfile", "City", "State", "Country",
    ]),
    XMPNamespace.iptcCore: .names([
      "IntellectualGenre", "Scene", "SubjectCode", "AltTextAccessibility", "ExtDescrAccessibility", "Location",
      "CountryCode",
    ]),
    XMPNamespace.iptcExtension: .names([
      "DigitalSourceType", "DigitalSourcefileType", "MaxAvailHeight", "MaxAvailWidth", "AISystemUsed",
      "AISystemVersionUsed", "LocationCreated", "LocationShown", "City", "CountryCode", "CountryName", "ProvinceState",
      "Sublocation", "WorldRegion", "LocationId", "LocationName",
    ]),
    plus: .names([
      "Version", "MediaSummaryCode", "ModelReleaseStatus", "PropertyReleaseStatus", "MinorModelAgeDisclosure",
      "CreditLineRequired", "CopyrightStatus", "DataMining", "OtherConstraints", "OtherConditions",
      "TermsAndConditionsText", "TermsAndConditionsURL", "LicenseStartDate", "LicenseEndDate", "MediaConstraints",
      "RegionConstraints", "ProductOrServiceConstraints", "ImageFileConstraints", "ImageAlterationConstraints",
      "ImageDuplicationConstraints", "ImageType", "ImageFileFormatAsDelivered", "ImageFileSizeAsDelivered",
      "AdultContentWarning", "Reuse",
    ]),
    "http://creativecommons.org/ns#": .names(["license", "legalcode", "morePermissions", "useGuidelines"]),
    XMPNamespace.tiff: .names(Set(PublicTags.image.values).union(["NativeDigest"])),
    XMPNamespace.exif: .names(exif),
    XMPNamespace.exifExtended: .names(exif),
    "http://ns.adobe.com/exif/1.0/aux/": .names([
      "Lens", "LensInfo", "LensID", "FlashCompensation", "Firmware", "ApproximateFocusDistance", "IsMergedHDR",
      "IsMergedPanorama", "DistortionCorrectionAlreadyApplied", "LateralChromaticAberrationCorrectionAlreadyApplied",
      "VignetteCorrectionAlreadyApplied", "NeutralDensityFactor", "EnhanceDetailsAlreadyApplied",
      "EnhanceSuperResolutionAlreadyApplied", "EnhanceDenoiseAlreadyApplied",
    ]),
    // The settings of raw development, except names given by a person and files used.
    "http://ns.adobe.com/camera-raw-settings/1.0/": .allBut([
      "RawFileName", "Name", "ShortName", "SortName", "Group", "Description", "UUID", "Cluster", "CorrectionName",
      "CorrectionSyncID", "MaskName", "MaskSyncID", "MaskID", "DateCreated", "Parameters", "PresetType", "Copyright",
      "ContactInfo", "Look", "LookName", "CameraProfileDigest", "LensProfileFilename", "LensProfileDigest",
    ]),
    "http://ns.adobe.com/hdr-metadata/1.0/": .allBut([]),
    XMPNamespace.hdrGainMap: .allBut([]),
    XMPNamespace.appleGainMap: .allBut([]),
    XMPNamespace.appleToneMap: .allBut([]),
    XMPNamespace.applePixelData: .allBut([]),
    XMPNamespace.xmpNote: .names(["HasExtendedXMP"]),
    XMPNamespace.container: .allBut([]),
    XMPNamespace.containerItem: .allBut([]),
    XMPNamespace.camera: .names([
      "SpecialTypeID", "BurstPrimary", "MotionPhoto", "MotionPhotoVersion", "MotionPhotoPresentationTimestampUs",
      "MicroVideo", "MicroVideoVersion", "MicroVideoOffset", "MicroVideoPresentationTimestampUs",
    ]),
    XMPNamespace.panorama: .names([
      "UsePanoramaViewer", "CaptureSoftware", "StitchingSoftware", "ProjectionType", "PoseHeadingDegrees",
      "PosePitchDegrees", "PoseRollDegrees", "InitialViewHeadingDegrees", "InitialViewPitchDegrees",
      "InitialViewRollDegrees", "InitialHorizontalFOVDegrees", "InitialVerticalFOVDegrees", "FirstPhotoDate",
      "LastPhotoDate", "SourcePhotosCount", "ExposureLockUsed", "CroppedAreaImageWidthPixels",
      "CroppedAreaImageHeightPixels", "FullPanoWidthPixels", "FullPanoHeightPixels", "CroppedAreaLeftPixels",
      "CroppedAreaTopPixels", "InitialCameraDolly", "LargestValidInteriorRectLeft", "LargestValidInteriorRectTop",
      "LargestValidInteriorRectWidth", "LargestValidInteriorRectHeight",
    ]),
    "http://ns.microsoft.com/photo/1.0/": .names(["Rating", "RatingPercent"]),
    "http://ns.microsoft.com/photo/1.0": .names(["Rating", "RatingPercent"]),
  ]

  static let plus = "http://ns.useplus.org/ldf/xmp/1.0/"

  /// The fields of EXIF, those of its structures, and its places, which are removed with the location.
  private static let exif = Set(PublicTags.exif.values).union([
    "ISOSpeedRatings", "NativeDigest", "Fired", "Function", "Mode", "RedEyeMode", "Return", "Columns", "Rows", "Names",
    "Values", "Settings",
    "GPSVersionID", "GPSLatitude", "GPSLatitudeRef", "GPSLongitude", "GPSLongitudeRef", "GPSAltitude", "GPSAltitudeRef",
    "GPSTimeStamp", "GPSDateStamp", "GPSSatellites", "GPSStatus", "GPSMeasureMode", "GPSDOP", "GPSSpeed", "GPSSpeedRef",
    "GPSTrack", "GPSTrackRef", "GPSImgDirection", "GPSImgDirectionRef", "GPSMapDatum", "GPSDestLatitude",
    "GPSDestLatitudeRef", "GPSDestLongitude", "GPSDestLongitudeRef", "GPSDestBearing", "GPSDestBearingRef",
    "GPSDestDistance", "GPSDestDistanceRef", "GPSProcessingMethod", "GPSAreaInformation", "GPSDifferential",
    "GPSHPositioningError",
  ])
}
