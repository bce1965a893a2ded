import { createHash } from 'node:crypto'
import type { Push } from '../../domain/reporter/reporter.ts'
import { cut } from './foreign-text.ts'
import type { ReadContext } from './dialect.ts'
import type { LabelAlert } from './label-alert.ts'

/** An alert without `endsAt` counts as firing for this long; Alertmanager's `resolve_timeout`. */
export const RESOLVE_TIMEOUT_MS = 5 * 60_000

const REPORTER_BYTES = 8
const TOKEN_BYTES = 4
const NAME_CHARACTERS_MAX = 60

/** Returns who pushes the alert, and which firing of it. A script names no page, so its token counts from any host. */
export function pushOf(
  { generatorUrl, startsAt, endsAt }: LabelAlert,
  { now, sender, expiresAfterMs = RESOLVE_TIMEOUT_MS }: ReadContext,
): Push {
  const [page = ''] = generatorUrl.split(/[?#]/, 1)
  const isScript = page === ''
  const { principal, address } = sender
  return {
    reporter: digest(isScript ? [principal] : [principal, page, address], REPORTER_BYTES),
    token: digest([principal], TOKEN_BYTES),
    name: isScript ? nameOf(sender.name) : `${nameOf(URL.parse(page)?.host || page)} (${address})`,
    ...(isScript && { isScript }),
    startsAt: startsAt ?? now,
    endsAt,
    expiresAfterMs,
  }
}

function digest(parts: readonly string[], bytes: number): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, bytes).toString('base64url')
}

function nameOf(text: string): string {
  return cut(text, NAME_CHARACTERS_MAX)
}
