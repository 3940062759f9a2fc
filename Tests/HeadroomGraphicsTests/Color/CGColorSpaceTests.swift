import Foundation
import HeadroomColor
import HeadroomGraphics
import Testing

@Suite struct CGColorSpaceTests {
  /// Every constant, its Swift name, and what colour.md section 1.5 says of it.
  struct Row: Sendable {
    let constant: String
    let name: String
    var isHDR = false
    var isExtended = false
    var isWide = false
    /// The constant that the space reports, where the name is an alias.
    var canonical: String?
  }

  static let rows: [Row] = [
    Row(constant: CGColorSpace.sRGB, name: "sRGB"),
    Row(constant: CGColorSpace.extendedSRGB, name: "extendedSRGB", isExtended: true, isWide: true),
    Row(constant: CGColorSpace.linearSRGB, name: "linearSRGB"),
    Row(constant: CGColorSpace.extendedLinearSRGB, name: "extendedLinearSRGB", isExtended: true, isWide: true),
    Row(constant: CGColorSpace.genericRGBLinear, name: "genericRGBLinear"),
    Row(constant: CGColorSpace.displayP3, name: "displayP3", isWide: true),
    Row(constant: CGColorSpace.extendedDisplayP3, name: "extendedDisplayP3", isExtended: true, isWide: true),
    Row(constant: CGColorSpace.linearDisplayP3, name: "linearDisplayP3", isWide: true),
    Row(
      constant: CGColorSpace.extendedLinearDisplayP3, name: "extendedLinearDisplayP3", isExtended: true, isWide: true),
    Row(constant: CGColorSpace.displayP3_HLG, name: "displayP3_HLG", isHDR: true, isWide: true),
    Row(constant: CGColorSpace.displayP3_PQ, name: "displayP3_PQ", isHDR: true, isWide: true),
    Row(
      constant: CGColorSpace.displayP3_PQ_EOTF, name: "displayP3_PQ_EOTF", isHDR: true, isWide: true,
      canonical: CGColorSpace.displayP3_PQ),
    Row(constant: CGColorSpace.itur_709, name: "itur_709"),
    Row(constant: CGColorSpace.itur_709_HLG, name: "itur_709_HLG", isHDR: true),
    Row(constant: CGColorSpace.itur_709_PQ, name: "itur_709_PQ", isHDR: true),
    Row(constant: CGColorSpace.coreMedia709, name: "coreMedia709"),
    Row(constant: CGColorSpace.itur_2020, name: "itur_2020", isWide: true),
    Row(constant: CGColorSpace.extendedITUR_2020, name: "extendedITUR_2020", isExtended: true, isWide: true),
    Row(constant: CGColorSpace.linearITUR_2020, name: "linearITUR_2020", isWide: true),
    Row(
      constant: CGColorSpace.extendedLinearITUR_2020, name: "extendedLinearITUR_2020", isExtended: true, isWide: true),
    Row(constant: CGColorSpace.itur_2020_sRGBGamma, name: "itur_2020_sRGBGamma", isWide: true),
    Row(constant: CGColorSpace.itur_2100_HLG, name: "itur_2100_HLG", isHDR: true, isWide: true),
    Row(
      constant: CGColorSpace.itur_2020_HLG, name: "itur_2020_HLG", isHDR: true, isWide: true,
      canonical: CGColorSpace.itur_2100_HLG),
    Row(constant: CGColorSpace.itur_2100_PQ, name: "itur_2100_PQ", isHDR: true, isWide: true),
    Row(
      constant: CGColorSpace.itur_2020_PQ, name: "itur_2020_PQ", isHDR: true, isWide: true,
      canonical: CGColorSpace.itur_2100_PQ),
    Row(
      constant: CGColorSpace.itur_2020_PQ_EOTF, name: "itur_2020_PQ_EOTF", isHDR: true, isWide: true,
      canonical: CGColorSpace.itur_2100_PQ),
    Row(constant: CGColorSpace.dcip3, name: "dcip3", isWide: true),
    Row(constant: CGColorSpace.adobeRGB1998, name: "adobeRGB1998", isWide: true),
    Row(constant: CGColorSpace.rommrgb, name: "rommrgb", isWide: true),
    Row(constant: CGColorSpace.acescgLinear, name: "acescgLinear", isExtended: true, isWide: true),
    Row(constant: CGColorSpace.genericGrayGamma2_2, name: "genericGrayGamma2_2"),
    Row(constant: CGColorSpace.linearGray, name: "linearGray"),
    Row(constant: CGColorSpace.extendedGray, name: "extendedGray", isExtended: true),
    Row(constant: CGColorSpace.extendedLinearGray, name: "extendedLinearGray", isExtended: true),
    Row(constant: CGColorSpace.genericXYZ, name: "genericXYZ"),
    Row(constant: CGColorSpace.genericLab, name: "genericLab"),
    Row(constant: CGColorSpace.genericCMYK, name: "genericCMYK"),
  ]

  @Test(arguments: rows) func `every name gives its space`(_ row: Row) throws {
    #expect(row.constant.lowercased() == "kcgcolorspace" + row.name.lowercased())
    let space = try #require(CGColorSpace(name: row.constant))
    #expect(CGColorSpace(name: row.name) == space)
    #expect(space.name == row.canonical ?? row.constant)
    #expect(CGColorSpaceUsesITUR_2100TF(space) == row.isHDR)
    #expect(CGColorSpaceUsesExtendedRange(space) == row.isExtended)
    #expect(CGColorSpaceIsHDR(space) == (row.isHDR || row.isExtended))
    #expect(CGColorSpaceIsWideGamutRGB(space) == row.isWide)
    #expect(CGColorSpaceIsPQBased(space) == row.name.contains("PQ"))
    #expect(CGColorSpaceIsHLGBased(space) == row.name.contains("HLG"))
  }

  @Test func `the table of this test is complete`() {
    let canonical = Set(Self.rows.filter { $0.canonical == nil }.map(\.name))
    #expect(canonical == Set(ColorEncoding.allNames))
  }

  @Test func `unknown names give nil`() {
    #expect(CGColorSpace(name: "noSuchSpace") == nil)
    #expect(CGColorSpace(name: "") == nil)
  }

  @Test(arguments: [
    (CGColorSpace.sRGB, CGColorSpaceModel.rgb, 3), (CGColorSpace.linearGray, .monochrome, 1),
    (CGColorSpace.genericLab, .lab, 3), (CGColorSpace.genericXYZ, .XYZ, 3), (CGColorSpace.genericCMYK, .cmyk, 4),
  ])
  func `models have their number of components`(_ name: String, _ model: CGColorSpaceModel, _ count: Int) throws {
    let space = try #require(CGColorSpace(name: name))
    #expect(space.model == model && space.numberOfComponents == count)
    #expect(space.supportsOutput == (model == .rgb || model == .monochrome))
  }

  @Test func `copies change curve and range and nothing else`() throws {
    let p3 = try #require(CGColorSpace(name: CGColorSpace.displayP3))
    #expect(CGColorSpaceCreateExtended(p3)?.name == CGColorSpace.extendedDisplayP3)
    #expect(CGColorSpaceCreateLinearized(p3)?.name == CGColorSpace.linearDisplayP3)
    #expect(CGColorSpaceCreateExtendedLinearized(p3)?.name == CGColorSpace.extendedLinearDisplayP3)
    let extended = try #require(p3.extendedLinearized())
    #expect(CGColorSpaceCreateCopyWithStandardRange(extended).name == CGColorSpace.linearDisplayP3)
    #expect(p3.copyWithStandardRange() === p3)
  }

  @Test func `extending PQ leaves it as it is and linearising it gives its primaries in linear light`() throws {
    let pq = try #require(CGColorSpace(name: CGColorSpace.itur_2100_PQ))
    #expect(pq.extended() == pq)
    #expect(pq.extendedLinearized()?.name == CGColorSpace.extendedLinearITUR_2020)
  }

  @Test func `spaces that nothing can be drawn into have no copies`() throws {
    let lab = try #require(CGColorSpace(name: CGColorSpace.genericLab))
    #expect(lab.extended() == nil && lab.linearized() == nil && lab.extendedLinearized() == nil)
  }

  @Test func `equality is by meaning`() throws {
    let first = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let second = try #require(CGColorSpace(name: "sRGB"))
    #expect(first == second && first.hashValue == second.hashValue && first !== second)
    #expect(first != CGColorSpace(name: CGColorSpace.extendedSRGB))
    #expect(CGColorSpaceCreateDeviceRGB() == first)
  }

  @Test(arguments: [
    CGColorSpace.sRGB, CGColorSpace.displayP3, CGColorSpace.itur_2100_PQ, CGColorSpace.itur_2100_HLG,
    CGColorSpace.adobeRGB1998, CGColorSpace.genericGrayGamma2_2, CGColorSpace.linearITUR_2020,
  ])
  func `a profile brings the same space back`(_ name: String) throws {
    let space = try #require(CGColorSpace(name: name))
    let data = try #require(space.copyICCData())
    let back = try #require(CGColorSpace(iccData: data))
    #expect(back == space && back.name == name)
    #expect(back.copyICCData() == data)
    #expect(CGColorSpace(iccData: [UInt8](data)) == space)
    #expect(CGColorSpace(iccData: try #require(CGDataProvider(data: data))) == space)
  }

  @Test func `bytes that are no profile give nil`() {
    #expect(CGColorSpace(iccData: Data([1, 2, 3])) == nil)
    #expect(CGColorSpace(iccData: "text") == nil)
    #expect(CGColorSpace(name: CGColorSpace.genericLab)?.copyICCData() == nil)
  }
}
