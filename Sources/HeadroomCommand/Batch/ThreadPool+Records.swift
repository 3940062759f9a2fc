internal import Headroom
internal import HeadroomBatch

extension ThreadPool {
  /// These threads for the records of manifests, whose module knows none.
  var forRecords: ManifestRecords.Perform { { count, body in self.concurrentPerform(count, body) } }
}
