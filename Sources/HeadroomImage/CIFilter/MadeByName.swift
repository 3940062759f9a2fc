/// Gives ``CIFilter`` its initialisers by name.
///
/// They return objects of subclasses. An initialiser can do that only in an extension of a protocol that is not limited
/// to classes. Nothing else conforms.
public protocol MadeByName {}
