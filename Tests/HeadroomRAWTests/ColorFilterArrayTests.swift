import HeadroomRAW
import Testing

@Suite struct ColorFilterArrayTests {
  @Test func `Patterns are known by their colours`() throws {
    let rggb = try #require(ColorFilterArray(rows: 2, columns: 2, planes: [0, 1, 1, 2]))
    #expect(rggb.kind == .bayer)
    let quad = try #require(
      ColorFilterArray(rows: 4, columns: 4, planes: [0, 0, 1, 1, 0, 0, 1, 1, 1, 1, 2, 2, 1, 1, 2, 2]))
    #expect(quad.kind == .quadBayer)
    #expect(ColorFilterArray(rows: 2, columns: 2, planes: [0, 0, 1, 2])?.kind == .other)
    #expect(ColorFilterArray(rows: 2, columns: 2, planes: [0, 1, 1, 1]) == nil)
    #expect(ColorFilterArray(rows: 0, columns: 2, planes: []) == nil)
  }

  @Test func `A crop by odd numbers changes the phase`() throws {
    let rggb = try #require(ColorFilterArray(rows: 2, columns: 2, planes: [0, 1, 1, 2]))
    #expect(rggb.shifted(rows: 0, columns: 1).planes == [1, 0, 2, 1])
    #expect(rggb.shifted(rows: 1, columns: 1).planes == [2, 1, 1, 0])
    #expect(rggb.shifted(rows: -2, columns: 4) == rggb)
  }
}
