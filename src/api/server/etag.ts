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

/** Changes whenever the webhook does, through whichever version of the interface. */
export function etagOf(webhook: Pick<Webhook, 'revision'>): string {
  return `"${webhook.revision}"`
}

/** Changes whenever one of the webhooks does, or one comes or goes. `isLast`: no more follow these. */
export function listEtag(webhooks: readonly Pick<Webhook, 'id' | 'revision'>[], isLast: boolean): string {
  const text = `${webhooks.map(({ id, revision }) => `${id}.${revision}`).join(' ')} ${isLast}`
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
}

/**
 * The revisions that `If-Match` allows: undefined for any (no such header, or `*`), empty for none. The comparison is
 * the strong one (RFC 9110, section 13.1.1): a weak tag never matches. Throws `invalid_request` for anything else.
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
 * Returns whether `If-Match` names the tag of a list, by the strong comparison; undefined: the request sets no
 * condition (no such header, or `*`). Throws `invalid_request` for anything else than tags.
 */
export function readSetMatch(headers: IncomingHttpHeaders): ((etag: string) => boolean) | undefined {
  if (readIfMatch(headers) === undefined) return undefined
  const given = headers['if-match'] ?? ''
  return (etag) => [...given.matchAll(TAG)].some(([, weak, tag]) => weak === undefined && `"${tag}"` === etag)
}

/**
 * Tells whether `If-None-Match` has the present tag; weak tags match as well. No tag of this service contains a comma,
 * a blank or a quote, so within a list a tag stands between quotes only as a tag.
 */
export function matchesIfNoneMatch(headers: IncomingHttpHeaders, etag: string): boolean {
  const given = headers['if-none-match']
  if (given === undefined) return false
  return given.trim() === '*' || given.includes(etag.replace(/^W\//, ''))
}
