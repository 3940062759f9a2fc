/// A number of things in C-style interfaces.
public typealias CMItemCount = Int
/// The place of a thing among several, from 0 on.
public typealias CMItemIndex = Int
