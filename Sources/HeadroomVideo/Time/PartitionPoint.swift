extension RandomAccessCollection where Index == Int {
  /// The first place from which on the claim is true, or the end; it is false before. Found by halving.
  func partitionPoint(_ isTrue: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isTrue(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
