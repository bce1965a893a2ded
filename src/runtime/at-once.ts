/** The value itself as a rule: a promise each time would cost a tick of the event loop each time. */
export type AtOnce<Value> = Value | Promise<Value>

/** Makes something of the value, at once if it is there. */
export function andThen<Value, Result>(value: AtOnce<Value>, make: (value: Value) => Result): AtOnce<Result> {
  return value instanceof Promise ? value.then(make) : make(value)
}
