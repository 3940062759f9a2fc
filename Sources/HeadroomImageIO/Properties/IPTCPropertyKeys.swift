// Names and strings are those of Image I/O.
public import HeadroomGraphics

/// The `{IPTC}` part of a picture's properties: captions, keywords, names and rights of the press. XMP's values of the
/// same fields take precedence. Null as a value removes a field.
public let kCGImagePropertyIPTCDictionary: CFString = "{IPTC}"
/// What is to be done with the object: a string.
public let kCGImagePropertyIPTCActionAdvised: CFString = "ActionAdvised"
/// Who made the picture: an array of strings.
public let kCGImagePropertyIPTCByline: CFString = "Byline"
/// Titles of its creators: an array of strings.
public let kCGImagePropertyIPTCBylineTitle: CFString = "BylineTitle"
/// What the picture shows: a string.
public let kCGImagePropertyIPTCCaptionAbstract: CFString = "Caption/Abstract"
/// Subject in a code of three letters: a string.
public let kCGImagePropertyIPTCCategory: CFString = "Category"
/// City of the place that the picture shows: a string.
public let kCGImagePropertyIPTCCity: CFString = "City"
/// Whom to ask: an array of strings.
public let kCGImagePropertyIPTCContact: CFString = "Contact"
/// Codes of countries that the content is about: an array of strings.
public let kCGImagePropertyIPTCContentLocationCode: CFString = "ContentLocationCode"
/// Names of places that the content is about: an array of strings.
public let kCGImagePropertyIPTCContentLocationName: CFString = "ContentLocationName"
/// Who holds the rights: a string.
public let kCGImagePropertyIPTCCopyrightNotice: CFString = "CopyrightNotice"
/// Country in a code of three letters: a string.
public let kCGImagePropertyIPTCCountryPrimaryLocationCode: CFString = "Country/PrimaryLocationCode"
/// Country by name: a string.
public let kCGImagePropertyIPTCCountryPrimaryLocationName: CFString = "Country/PrimaryLocationName"
/// Whom to name beside the picture: a string.
public let kCGImagePropertyIPTCCredit: CFString = "Credit"
/// The date on which the picture's subject was made, CCYYMMDD: a string.
public let kCGImagePropertyIPTCDateCreated: CFString = "DateCreated"
/// When the picture became digital, CCYYMMDD: a string.
public let kCGImagePropertyIPTCDigitalCreationDate: CFString = "DigitalCreationDate"
/// The time of that, HHMMSS and the offset from UTC: a string.
public let kCGImagePropertyIPTCDigitalCreationTime: CFString = "DigitalCreationTime"
/// State of the object: a string.
public let kCGImagePropertyIPTCEditStatus: CFString = "EditStatus"
/// Kind of the update: a string.
public let kCGImagePropertyIPTCEditorialUpdate: CFString = "EditorialUpdate"
/// Last day of use, CCYYMMDD: a string.
public let kCGImagePropertyIPTCExpirationDate: CFString = "ExpirationDate"
/// The time of that, HHMMSS and the offset from UTC: a string.
public let kCGImagePropertyIPTCExpirationTime: CFString = "ExpirationTime"
/// The name of a recurring object: a string.
public let kCGImagePropertyIPTCFixtureIdentifier: CFString = "FixtureIdentifier"
/// A headline: a string.
public let kCGImagePropertyIPTCHeadline: CFString = "Headline"
/// P, L or S for portrait, landscape and square: a string.
public let kCGImagePropertyIPTCImageOrientation: CFString = "ImageOrientation"
/// Components and their kind: a string.
public let kCGImagePropertyIPTCImageType: CFString = "ImageType"
/// Keywords: an array of strings.
public let kCGImagePropertyIPTCKeywords: CFString = "Keywords"
/// Language by ISO 639: a string.
public let kCGImagePropertyIPTCLanguageIdentifier: CFString = "LanguageIdentifier"
/// Genre, as number and name: an array of strings.
public let kCGImagePropertyIPTCObjectAttributeReference: CFString = "ObjectAttributeReference"
/// a, p or b for morning, evening and both: a string.
public let kCGImagePropertyIPTCObjectCycle: CFString = "ObjectCycle"
/// A short title: a string.
public let kCGImagePropertyIPTCObjectName: CFString = "ObjectName"
/// Kind of the object: a string.
public let kCGImagePropertyIPTCObjectTypeReference: CFString = "ObjectTypeReference"
/// Identifier of the job: a string.
public let kCGImagePropertyIPTCOriginalTransmissionReference: CFString = "OriginalTransmissionReference"
/// Program that made the object: a string.
public let kCGImagePropertyIPTCOriginatingProgram: CFString = "OriginatingProgram"
/// Version of that program: a string.
public let kCGImagePropertyIPTCProgramVersion: CFString = "ProgramVersion"
/// Province or state of the place that the picture shows: a string.
public let kCGImagePropertyIPTCProvinceState: CFString = "Province/State"
/// Dates of envelopes referred to: an array of strings.
public let kCGImagePropertyIPTCReferenceDate: CFString = "ReferenceDate"
/// Numbers of envelopes referred to: an array of strings.
public let kCGImagePropertyIPTCReferenceNumber: CFString = "ReferenceNumber"
/// Services of envelopes referred to: an array of strings.
public let kCGImagePropertyIPTCReferenceService: CFString = "ReferenceService"
/// First day of use, CCYYMMDD: a string.
public let kCGImagePropertyIPTCReleaseDate: CFString = "ReleaseDate"
/// The time of that, HHMMSS and the offset from UTC: a string.
public let kCGImagePropertyIPTCReleaseTime: CFString = "ReleaseTime"
/// Who owned the content first: a string.
public let kCGImagePropertyIPTCSource: CFString = "Source"
/// Instructions for its use: a string.
public let kCGImagePropertyIPTCSpecialInstructions: CFString = "SpecialInstructions"
/// Place within the city: a string.
public let kCGImagePropertyIPTCSubLocation: CFString = "SubLocation"
/// Subjects by IPTC's codes: an array of strings.
public let kCGImagePropertyIPTCSubjectReference: CFString = "SubjectReference"
/// Further categories: an array of strings.
public let kCGImagePropertyIPTCSupplementalCategory: CFString = "SupplementalCategory"
/// The time of the creation, HHMMSS and the offset from UTC: a string.
public let kCGImagePropertyIPTCTimeCreated: CFString = "TimeCreated"
/// 1 for the most urgent, 8 for the least: a string.
public let kCGImagePropertyIPTCUrgency: CFString = "Urgency"
/// Who wrote the caption: an array of strings.
public let kCGImagePropertyIPTCWriterEditor: CFString = "Writer/Editor"
/// Stars from 0 to 5: an integer. Kept in XMP.
public let kCGImagePropertyIPTCStarRating: CFString = "StarRating"
/// How to reach the creator: a dictionary with the `kCGImagePropertyIPTCContactInfo` keys. Kept in XMP.
public let kCGImagePropertyIPTCCreatorContactInfo: CFString = "CreatorContactInfo"
/// Terms of use: a string. Kept in XMP.
public let kCGImagePropertyIPTCRightsUsageTerms: CFString = "UsageTerms"
/// Scenes by IPTC's codes: an array of strings. Kept in XMP.
public let kCGImagePropertyIPTCScene: CFString = "Scene"
/// City of the creator's address: a string.
public let kCGImagePropertyIPTCContactInfoCity: CFString = "CiAdrCity"
/// Country of the creator's address: a string.
public let kCGImagePropertyIPTCContactInfoCountry: CFString = "CiAdrCtry"
/// Street of the creator's address: a string.
public let kCGImagePropertyIPTCContactInfoAddress: CFString = "CiAdrExtadr"
/// Postal code of the creator's address: a string.
public let kCGImagePropertyIPTCContactInfoPostalCode: CFString = "CiAdrPcode"
/// State of the creator's address: a string.
public let kCGImagePropertyIPTCContactInfoStateProvince: CFString = "CiAdrRegion"
/// Mail addresses of the creator: a string.
public let kCGImagePropertyIPTCContactInfoEmails: CFString = "CiEmailWork"
/// Telephone numbers of the creator: a string.
public let kCGImagePropertyIPTCContactInfoPhones: CFString = "CiTelWork"
/// Web addresses of the creator: a string.
public let kCGImagePropertyIPTCContactInfoWebURLs: CFString = "CiUrlWork"
