// Replaced by the first content of this module.
