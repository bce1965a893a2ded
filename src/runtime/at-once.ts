/** There at once as a rule: who waited for a promise of it each time would give others their turn each time. */
export type AtOnce<Value> = Value | Promise<Value>

/** What is made of it, in the same way. */
export function andThen<Value, Result>(value: AtOnce<Value>, make: (value: Value) => Result): AtOnce<Result> {
  return value instanceof Promise ? value.then(make) : make(value)
}
