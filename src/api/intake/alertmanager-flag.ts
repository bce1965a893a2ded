const WORDS_FOR_TRUE = new Set(['true', '1', 'yes', 'ok', 'y', 'on', 'selected', 'checked', 't', 'enabled'])

/**
 * Reads a flag of a query as Alertmanager does: every word is false but those for true; absent and empty are true.
 * Source: https://github.com/go-openapi/swag/blob/v0.28.0/conv/convert.go
 */
export function isAsked(flag: string | undefined): boolean {
  return flag === undefined || flag === '' || WORDS_FOR_TRUE.has(flag.toLowerCase())
}
