import HeadroomColor
import Testing

@Suite struct TransferFunctionTests {
  @Test func `The PQ curve puts 203 nits at 1`() {
    #expect(isClose(TransferFunction.pq.decode(0.5806888810416109), 1, 1e-12))
  }
}
