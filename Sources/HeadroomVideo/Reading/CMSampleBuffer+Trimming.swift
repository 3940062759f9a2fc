extension CMSampleBuffer {
  /// States what of the samples is not presented.
  func trim(start: CMTime, end: CMTime) {
    if start > .zero {
      attachments[.trimDurationAtStart] = .shouldPropagate(CMTimeCopyAsDictionary(start, allocator: nil) ?? [:])
    }
    if end > .zero {
      attachments[.trimDurationAtEnd] = .shouldPropagate(CMTimeCopyAsDictionary(end, allocator: nil) ?? [:])
    }
  }
}
