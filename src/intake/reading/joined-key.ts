import { KEY_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import { keyText } from '../../domain/storable.ts'
import { hash } from 'node:crypto'

const DIGEST_LENGTH = 64

/**
 * The key of what its monitor knows by several texts, e.g. server and rule: `pg-1|Too many connections`. Different
 * texts never have the same key: a bar within one is marked, and what is too long ends with a digest of the whole.
 */
export function joinKey(...parts: readonly string[]): string {
  const key = parts.map((part) => keyText(part).replaceAll('\\', '\\\\').replaceAll('|', '\\|')).join('|')
  return shortenKey(key, KEY_LENGTH_MAX)
}

/** Different keys stay different: one that has exactly `lengthMax` characters is always a shortened one. */
export function shortenKey(key: string, lengthMax: number): string {
  if (key.length < lengthMax) return key
  const beginning = key.slice(0, lengthMax - DIGEST_LENGTH - 1).toWellFormed()
  return `${beginning}~${hash('sha256', key)}`
}
