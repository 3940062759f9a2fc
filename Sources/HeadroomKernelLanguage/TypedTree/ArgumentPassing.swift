/// The passing of arguments into a function and of results back: the same for lanes of one pixel and for values of a
/// form.
protocol ArgumentPassing {
  associatedtype Lanes
  associatedtype Place

  mutating func value(of expression: TypedExpression) -> Lanes
  mutating func place(_ expression: TypedExpression) -> Place
  mutating func read(_ place: Place, as type: ValueType) -> Lanes
  mutating func zeros(_ type: ValueType) -> Lanes
}

/// Arguments, all computed in order before the first parameter is set: a function may be called with variables that it
/// changes itself.
struct PassedArguments<Lanes, Place> {
  /// Parameters that begin with a value.
  var values: [(parameter: Variable, lanes: Lanes)] = []
  /// Parameters that refer to a place of the caller.
  var places: [(parameter: Variable, place: Place)] = []
  /// Parameters whose value is written back to a place of the caller at the end.
  var results: [(parameter: Variable, place: Place)] = []
}

extension ArgumentPassing {
  mutating func passed(
    _ arguments: [TypedExpression], to function: TypedFunction
  ) -> PassedArguments<Lanes, Place> {
    var passed = PassedArguments<Lanes, Place>()
    for (parameter, argument) in zip(function.parameters, arguments) {
      let variable = parameter.variable
      switch parameter.passing {
      case .value where variable.type.isPointer, .reference: passed.places.append((variable, place(argument)))
      case .value: passed.values.append((variable, value(of: argument)))
      case .output, .inputOutput:
        let place = place(argument)
        passed.results.append((variable, place))
        let isUnset = parameter.passing == .output
        passed.values.append((variable, isUnset ? zeros(variable.type) : read(place, as: variable.type)))
      }
    }
    return passed
  }
}
