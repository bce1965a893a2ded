import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { invalidRequest } from '../../domain/errors.ts'
import type { Webhook } from '../../domain/webhook/webhook.ts'
import type { ResponseSpec } from '../routes/route.ts'

/** The 412 of every route that reads `If-Match`. */
export const CHANGED_SINCE: ResponseSpec = {
  description: 'The webhook is no longer the one that `If-Match` names.',
}

/** RFC 9110, section 8.8.3: `"abc"`, or `W/"abc"` for a weak one. */
const TAG = /(W\/)?"([!\x23-\x7e\x80-\xff]*)"/g
const TAG_LIST =
  /^[ \t]*(?:(?:W\/)?"[!\x23-\x7e\x80-\xff]*")(?:[ \t]*,[ \t]*(?:W\/)?"[!\x23-\x7e\x80-\xff]*")*[ \t]*$/

/** The pattern that `readIfMatch` accepts, for the documents. */
export const IF_MATCH_PATTERN = String.raw`^[ \t]*(?:\*|${listOf('(?:W/)?"[!#-~\\u0080-\\u00ff]*"')})[ \t]*$`

function listOf(entry: string): string {
  return String.raw`${entry}(?:[ \t]*,[ \t]*${entry})*`
}

/** Changes with the webhook, through any version of the interface. */
export function etagOf(webhook: Pick<Webhook, 'revision'>): string {
  return `"${webhook.revision}"`
}

/** Changes with any of them, or when one comes or goes. `isLast`: no more follow. */
export function listEtag(
  all: readonly { readonly id: number; readonly revision: number }[],
  isLast: boolean,
): string {
  const text = `${all.map(({ id, revision }) => `${id}.${revision}`).join(' ')} ${isLast}`
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/**
 * Returns the revisions that `If-Match` allows: undefined for any (no header, or `*`), empty for none, by strong
 * comparison (RFC 9110, section 13.1.1): weak tags never match. Throws `invalid_request` for anything else.
 */
export function readIfMatch(headers: IncomingHttpHeaders): readonly number[] | undefined {
  const given = headers['if-match']
  if (given === undefined || given.trim() === '*') return undefined
  if (!TAG_LIST.test(given)) {
    throw invalidRequest([
      {
        path: 'If-Match',
        message: 'must be the ETag of a read, with its quotes, such as "3"; several by commas; or *',
      },
    ])
  }
  return [...given.matchAll(TAG)]
    .filter(([, weak, tag = '']) => weak === undefined && /^[1-9]\d{0,14}$/.test(tag))
    .map(([, , tag]) => Number(tag))
}

/**
 * Matches `If-Match` against the tag of a list, by strong comparison; undefined: no condition (no header, or `*`).
 * Throws `invalid_request` for anything but tags.
 */
export function readSetMatch(headers: IncomingHttpHeaders): ((etag: string) => boolean) | undefined {
  if (readIfMatch(headers) === undefined) return undefined
  const given = headers['if-match'] ?? ''
  return (etag) => [...given.matchAll(TAG)].some(([, weak, tag]) => weak === undefined && `"${tag}"` === etag)
}

/**
 * Tells whether `If-None-Match` has the current tag, by weak comparison. Our tags contain no comma, blank or quote, so
 * a search for the quoted tag is exact.
 */
export function matchesIfNoneMatch(headers: IncomingHttpHeaders, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined) return false
  return given.trim() === '*' || given.includes(etag.replace(/^W\//, ''))
}
