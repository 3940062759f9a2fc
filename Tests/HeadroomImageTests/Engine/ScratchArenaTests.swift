import HeadroomEngine
import HeadroomImage
import Testing

@Suite("Scratch memory")
struct ScratchArenaTests {
  @Test("requests that grow from frame to frame take what the largest needs, not the sum of all")
  func growing() {
    let arena = ScratchArena(blockBytes: 1 << 12)
    for size in stride(from: 1 << 12, through: 1 << 18, by: 1 << 12) {
      let mark = arena.mark
      _ = unsafe arena.floats(16)
      _ = unsafe arena.floats(size / 4)
      arena.reset(to: mark)
    }
    #expect(arena.byteCount <= (1 << 18) + 2 * (1 << 12))
  }

  @Test("frames under others stay where they are when larger blocks take the place of smaller ones")
  func frames() {
    let arena = ScratchArena(blockBytes: 1 << 12)
    let first = unsafe arena.floats(1000)
    unsafe first.update(repeating: 1, count: 1000)
    for size in [500, 900, 5000, 20_000] {
      let mark = arena.mark
      for _ in 0..<3 {
        let frame = unsafe arena.floats(size)
        unsafe frame.update(repeating: 2, count: size)
      }
      arena.reset(to: mark)
    }
    #expect((0..<1000).allSatisfy { unsafe first[$0] == 1 })
  }
}
