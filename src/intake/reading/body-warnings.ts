/** What was guessed about a whole body before any dialect saw it. Bodies that nobody holds any more are forgotten. */
const WARNINGS = new WeakMap<object, string>()

export function warnOfBody(body: unknown, warning: string): void {
  if (typeof body === 'object' && body !== null) WARNINGS.set(body, warning)
}

/** Undefined: nothing was guessed. */
export function bodyWarning(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null ? WARNINGS.get(body) : undefined
}
