/** Warnings about whole bodies, from before a dialect reads them. A body that nobody holds any more is forgotten. */
const WARNINGS = new WeakMap<object, string>()

export function warnOfBody(body: unknown, warning: string): void {
  if (typeof body === 'object' && body !== null) WARNINGS.set(body, warning)
}

/** Returns the warning about a body, if it has one. */
export function bodyWarning(body: unknown): string | undefined {
  return typeof body === 'object' && body !== null ? WARNINGS.get(body) : undefined
}
