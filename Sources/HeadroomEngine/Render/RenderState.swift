import HeadroomPixels

/// The state of a running render: sources in memory, bound programs, results computed so far.
///
/// Written between passes by the thread that renders, read by all workers during a pass.
package struct RenderState: Sendable {
  package var sources: [LoadedSource] = []
  package var programs: [BoundProgram?] = []
  /// Operations of the steps that have one.
  var operations: [StepOperation?] = []
  /// Pixels of materialised steps and of reductions, by step.
  var stored: [StoredStep?] = []
  /// Their rows that go from band to band.
  var bandRows = BandRows()
  /// Steps that a tile may read several times.
  var shared: SharedSteps?
  /// Measured headrooms, by measurement.
  package var measurements: [Float] = []
  /// The limits of a worker's memory.
  var scratch: ScratchBudget
}
