/// Places of a node's inputs in a list. Up to two, as most nodes have, need no allocation.
package struct InputPlaces: RandomAccessCollection, Hashable, Sendable {
  package private(set) var count = 0
  private var first = 0
  private var second = 0
  private var others: [Int] = []

  init() {}

  package var startIndex: Int { 0 }
  package var endIndex: Int { count }

  package subscript(index: Int) -> Int {
    precondition(index >= 0 && index < count, "an input that is not there")
    return index == 0 ? first : index == 1 ? second : others[index - 2]
  }

  package mutating func append(_ place: Int) {
    switch count {
    case 0: first = place
    case 1: second = place
    default: others.append(place)
    }
    count += 1
  }
}
