/// The result of a C-style function of Core Media; 0 is success.
public typealias OSStatus = Int32
/// A number of things in C-style interfaces.
public typealias CMItemCount = Int
/// The place of a thing among several, from 0 on.
public typealias CMItemIndex = Int

/// Done.
public let noErr: OSStatus = 0
