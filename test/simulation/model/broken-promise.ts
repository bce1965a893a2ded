/** A promise of the design that a run has seen broken. */
export class BrokenPromise extends Error {
  readonly promise: string

  constructor(promise: string, detail: string) {
    super(`${promise}: ${detail}`)
    this.name = 'BrokenPromise'
    this.promise = promise
  }
}

/** The detail is only put together when it is needed. */
export function demand(isKept: boolean, promise: string, detail: () => string): asserts isKept {
  if (!isKept) throw new BrokenPromise(promise, detail())
}
