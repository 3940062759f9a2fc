import HeadroomBatch
import HeadroomContainers
import Testing

@Suite("Merged reports") struct ReportMergeTests {
  private func report(_ records: [ManifestRecord], _ list: [String] = []) throws -> MergedReport {
    var merge = ReportMerge()
    for record in records { try merge.add(record) }
    for input in list { try merge.expect(input) }
    return merge.report()
  }

  @Test func `count the newest record of each input`() throws {
    var skipped = ManifestRecord.sample("c", .skipped)
    skipped.hdr = nil
    let report = try report(
      [.sample("a", .failed), .sample("b"), .sample("a"), skipped, .sample("b", .failed)],
      ["a", "b", "c", "d", "d", "e"])
    #expect(report.inputs == 5 && report.ok == 1 && report.failed == 1 && report.skipped == 1)
    #expect(report.missing == 2 && report.duplicates == 2 && !report.isComplete)
    #expect(report.byError == ["malformed": 1] && report.firstMissing == ["d", "e"])
    #expect(report.bytesIn == 6_000_000 && report.bytesOut == 2 * 31_415)
    #expect(report.seconds == 0.75 && report.cpuSeconds == 0.375 && report.filesPerSecond == 4)
    #expect(report.hdr.kept == 1 && report.hdr.lost == 0)
    #expect(
      report.json.description
        == #"{"schema":1,"inputs":5,"ok":1,"failed":1,"skipped":1,"missing":2,"duplicates":2,"byError":{"malformed":1},"#
        + #""bytesIn":6000000,"bytesOut":62830,"seconds":0.75,"cpuSeconds":0.375,"filesPerSecond":4.0,"#
        + #""hdr":{"kept":1,"made":0,"sdr":0,"lost":0}}"#)
    #expect(
      report.text == """
        5 inputs: 1 ok, 1 failed, 1 skipped, 2 missing
          1 failed: malformed
          missing: d
          missing: e
        2 older records of the same inputs do not count
        6000000 bytes became 62830 bytes
        0.75 s, of processors 0.38 s; 4.00 files a second and worker
        HDR: 1 kept, 0 made, 0 lost; 0 SDR
        """)
  }

  @Test func `are complete when all is done, and of nothing say nothing`() throws {
    #expect(try report([.sample("a", .failed), .sample("a")], ["a"]).isComplete)
    let nothing = try report([])
    #expect(nothing.isComplete && nothing.filesPerSecond == 0 && nothing.inputs == 0)
  }

  @Test(arguments: [
    ("gainMap", ["sdr", "gainMap"], false, "kept"), ("raw", ["isoHDR"], false, "kept"),
    ("gainMap", ["sdr"], true, "lost"), ("float", ["sdr"], false, "sdr"), ("sdr", ["sdr"], false, "sdr"),
    ("sdr", ["isoHDR"], false, "made"),
  ])
  func `say what became of the light`(
    _ kind: String, _ outputs: [String], _ isLost: Bool, _ expected: String
  ) throws {
    var record = ManifestRecord.sample("a")
    record.hdr = .init(kind: kind, headroom: nil, isLost: isLost)
    record.outputs = outputs.map { kind in
      var output = ManifestRecord.Output.sample("o")
      output.hdr = kind
      return output
    }
    let light = try report([record]).hdr
    let counts = ["kept": light.kept, "made": light.made, "sdr": light.sdr, "lost": light.lost]
    #expect(counts.filter { $0.value != 0 } == [expected: 1])
  }

  @Test func `tell names apart by their bytes`() throws {
    let names = ["e\u{301}", "\u{E9}", SystemPath.string([0xE9])]
    let report = try report(names.map { .sample($0) }, names + [SystemPath.string([0xE8])])
    #expect(report.ok == 3 && report.missing == 1 && report.duplicates == 0)
  }

  @Test func `stay whole with numbers that no run writes`() throws {
    var large = ManifestRecord.sample("a")
    large.size = .max
    large.outputs = [.sample("o"), .sample("p")]
    large.outputs[0].bytes = .max
    large.seconds = 1e300
    var other = large
    other.input = "b"
    var negative = ManifestRecord.sample("c", .failed)
    (negative.size, negative.error) = (-5, nil)
    let report = try report([large, other, negative])
    #expect(report.bytesIn == .max && report.bytesOut == .max && report.byError == ["unknown": 1])
    _ = report.text
  }

  @Test func `are of files in their order, whose last lines may be torn`() throws {
    let folder = try BatchFolder()
    let lines = try ["failed", "ok"].map { status in
      String(decoding: ManifestRecord.sample("a", try #require(.init(rawValue: status))).line, as: UTF8.self)
    }
    let old = try folder.write(lines[0] + "{\"schema\":1,\"inp", "1.jsonl")
    let new = try folder.write(lines[1], "2.jsonl")
    for (order, failed) in [([old, new], 0), ([new, old], 1)] {
      var merge = ReportMerge()
      for path in order { try merge.add(manifest: path) }
      #expect(merge.report().failed == failed && merge.report().duplicates == 1)
    }
    let wrong = try folder.write(lines[1] + "x\n", "3.jsonl")
    var merge = ReportMerge()
    let error = #expect(throws: BatchError.self) { try merge.add(manifest: wrong) }
    #expect(error?.line == 2 && error?.kind == .usage)
  }
}
