import { formatDuration, parseDuration } from '../../domain/spelling.ts'

/**
 * Returns `1w` and `1h30m` as earlier releases of the service read them too (`7d`, `90m`). Throws like `parseDuration`.
 */
export function plainDuration(text: string): string {
  const ms = parseDuration(text)
  return /^[\d.]+(?:ms|s|m|h|d)?$/.test(text) ? text : formatDuration(ms)
}
