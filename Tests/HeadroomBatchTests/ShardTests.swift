import HeadroomBatch
import HeadroomContainers
import Testing

@Suite("Shards") struct ShardTests {
  /// By Python: `[int.from_bytes(hashlib.sha256(name).digest()[:8], "big") % n for n in (1, 2, 7, 16, 1000, 2**63 - 1)]`.
  private static let indices: [(name: [UInt8], indices: [Int])] = [
    (Array("a.jpg".utf8), [0, 0, 4, 10, 26, 5_808_250_739_824_772_026]),
    (Array("photos/2019/IMG_0001.HEIC".utf8), [0, 0, 5, 2, 186, 6_208_389_625_581_513_186]),
    (Array("Gr\u{FC}\u{DF}e/\u{E9}t\u{E9}.jpg".utf8), [0, 0, 0, 8, 856, 5_943_348_194_754_929_049]),
    (Array("e\u{301}te\u{301}.jpg".utf8), [0, 1, 1, 9, 633, 1_810_244_428_292_530_826]),
    (Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), [0, 1, 5, 7, 175, 1_761_618_006_553_551_368]),
    (Array("line\nfeed.png".utf8), [0, 0, 3, 2, 938, 472_250_205_595_772_131]),
    ([0xF4, 0x8F, 0xBA, 0x80] + Array(".jpg".utf8), [0, 0, 2, 14, 334, 5_628_653_063_878_460_527]),
  ]

  @Test func `follow from the bytes of the name alone`() throws {
    for (name, expected) in Self.indices {
      let input = SystemPath.string(name)
      let found = try [1, 2, 7, 16, 1000, Int.max].map { try Shard.index(of: input, count: $0) }
      #expect(found == expected, "\(input)")
      #expect(try Shard(index: expected[3], count: 16).contains(input))
      #expect(try !Shard(index: (expected[3] + 1) % 16, count: 16).contains(input))
    }
  }

  @Test func `are read as I/N`() throws {
    #expect(try Shard("0/1") == Shard(index: 0, count: 1))
    #expect(try Shard("15/16").description == "15/16")
    for text in ["", "/", "1", "1/", "/2", "1/2/3", "-1/2", "+1/2", " 1/2", "0x1/2", "1/2.0", "16/16", "0/0", "9/4"] {
      #expect(throws: BatchError.self, "\(text)") { try Shard(text) }
    }
    #expect(throws: BatchError.self) { try Shard("0/99999999999999999999") }
  }

  private func shard(_ environment: [String: String], _ count: Int? = nil) throws -> Shard {
    try Shard(environment: environment, count: count)
  }

  @Test func `are what engines say in the environment`() throws {
    #expect(try shard(["JOB_COMPLETION_INDEX": "3", "HEADROOM_SHARDS": "8"]) == Shard("3/8"))
    #expect(try shard(["AWS_BATCH_JOB_ARRAY_INDEX": "0"], 4) == Shard("0/4"))
    let slurm = ["SLURM_ARRAY_TASK_ID": "7", "SLURM_ARRAY_TASK_MIN": "5", "SLURM_ARRAY_TASK_COUNT": "4"]
    #expect(try shard(slurm) == Shard("2/4"))
    #expect(try shard(slurm, 9) == Shard("2/9"))
    #expect(try shard(["SLURM_ARRAY_TASK_ID": "3", "HEADROOM_SHARDS": "4"]) == Shard("3/4"))
  }

  @Test(arguments: [
    [:], ["HEADROOM_SHARDS": "4"], ["JOB_COMPLETION_INDEX": "1"],
    ["JOB_COMPLETION_INDEX": "4", "HEADROOM_SHARDS": "4"],
    ["JOB_COMPLETION_INDEX": "-1", "HEADROOM_SHARDS": "4"], ["JOB_COMPLETION_INDEX": "x", "HEADROOM_SHARDS": "4"],
    ["JOB_COMPLETION_INDEX": "0", "HEADROOM_SHARDS": "0"], ["JOB_COMPLETION_INDEX": "0", "HEADROOM_SHARDS": "many"],
    ["SLURM_ARRAY_TASK_ID": "1", "SLURM_ARRAY_TASK_MIN": "2", "SLURM_ARRAY_TASK_COUNT": "4"],
    ["JOB_COMPLETION_INDEX": "18446744073709551616", "HEADROOM_SHARDS": "4"],
  ])
  func `are a mistake of use without both numbers`(_ environment: [String: String]) {
    let error = #expect(throws: BatchError.self) { try shard(environment) }
    #expect(error?.kind == .usage)
  }
}
