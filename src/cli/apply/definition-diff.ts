import { isDeepStrictEqual } from 'node:util'
import { HIDDEN, redactUrl } from '../../domain/redaction/redact.ts'
import { isSecretHeader } from '../../domain/definition/webhook-secrets.ts'
import {
  DEFINITION_MEMBERS,
  headersOf,
  spellLikeService,
  toHeaderMember,
  type Definition,
  type Header,
  type StoredWebhook,
} from '../definitions/definition.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import { asObject, asText } from '../view/json-value.ts'

/** A field that differs. Undefined: it is absent. */
export interface FieldChange {
  /** The member; of headers and TLS settings also which: `header X-Team`, `tls.insecure`. */
  readonly field: string
  readonly before: unknown
  readonly after: unknown
  /** Neither value may be shown. */
  readonly isSecret: boolean
}

export interface Difference {
  readonly changes: readonly FieldChange[]
  /** The members for a `PATCH`; `fallback` still by name. */
  readonly body: JsonObject
  /** Members that cannot be compared, because the service hides them from this token: they stay as they are. */
  readonly uncompared: readonly string[]
}

/**
 * Returns the changes that make the webhook as defined. Pure. Members that the definition does not have stay as they
 * are; so do hidden values that may be the same.
 */
export function compareDefinition(
  { members, hidden }: Pick<Definition, 'members' | 'hidden'>,
  stored: Pick<StoredWebhook, 'members'>,
): Difference {
  const inOrder = Object.entries(members).toSorted(
    ([one], [other]) => ORDER.indexOf(one) - ORDER.indexOf(other),
  )
  const parts = inOrder.map(([member, value]): Difference => {
    const before = stored.members[member]
    if (member === 'http_headers' && Array.isArray(value)) {
      return compareHeaders(value, before, hidden?.headers ?? [])
    }
    if (member === 'url' && typeof value === 'string') return compareUrl(value, asText(before))
    const after = spellLikeService(member, value)
    if (member === 'clear_request') return compareClearRequests(after, before)
    if (member === 'tls') return compareTls(after, spellLikeService(member, before))
    return isDeepStrictEqual(after, before ?? null) ? SAME : changeOf(member, before, after)
  })
  return {
    changes: parts.flatMap(({ changes }) => changes),
    body: Object.assign({}, ...parts.map(({ body }) => body)) as JsonObject,
    uncompared: parts.flatMap(({ uncompared }) => uncompared),
  }
}

const ORDER: readonly string[] = DEFINITION_MEMBERS

const SAME: Difference = { changes: [], body: {}, uncompared: [] }

function changeOf(member: string, before: unknown, after: unknown): Difference {
  return {
    changes: [{ field: member, before, after, isSecret: false }],
    body: { [member]: after },
    uncompared: [],
  }
}

/** A hidden part may be the one that is wanted; whatever else differs is seen. */
function compareUrl(after: string, before: string): Difference {
  if (after === before) return SAME
  if (before.includes(HIDDEN) && redactUrl(after) === before) return { ...SAME, uncompared: ['url'] }
  return changeOf('url', before, after)
}

/**
 * Member by member, but what is sent is the whole. The address stays as it is if what is hidden of it may be what is
 * wanted.
 */
function compareClearRequests(after: unknown, before: unknown): Difference {
  if (isDeepStrictEqual(after, before ?? null)) return SAME
  if (after !== null && !isObject(after)) return changeOf('clear_request', before && 'set', after)
  const [now, was] = [asObject(after), asObject(before)]
  const isHidden = after !== null && compareUrl(asText(now['url']), asText(was['url'])).uncompared.length > 0
  const fields = [...new Set([...Object.keys(now), ...Object.keys(was)])].filter(
    (field) => !(field === 'url' && isHidden) && !isDeepStrictEqual(now[field], was[field]),
  )
  const uncompared = isHidden ? ['clear_request.url'] : []
  if (fields.length === 0) return { ...SAME, uncompared }
  return {
    changes: fields.map((field) => ({
      field: `clear_request.${field}`,
      before: was[field],
      after: now[field],
      isSecret: false,
    })),
    body: { clear_request: after && { ...now, ...(isHidden && { url: was['url'] }) } },
    uncompared,
  }
}

/** Entries of the same name belong together in their order; the order of different names has no meaning in HTTP. */
function compareHeaders(wanted: unknown, stored: unknown, hiddenKeys: readonly string[]): Difference {
  const known = headersOf(stored)
  const pairs = pairByKey(headersOf(wanted), known)
  const kept = new Set(pairs.map(({ before }) => before))
  const isHiddenThere = ({ key }: Header) => hiddenKeys.some((hidden) => isSameKey(hidden, key))
  const removed = known.filter((header) => !kept.has(header) && !isHiddenThere(header))
  const uncompared: string[] = []
  const changes: FieldChange[] = []
  const entries = pairs.map(({ before, after }): Header => {
    if (before && isHiddenSame(before, after)) {
      uncompared.push(`header ${after.key}`)
      return before
    }
    if (before?.key !== after.key || before.value !== after.value) changes.push(headerChange(before, after))
    return { ...after, id: before?.id }
  })
  changes.push(...removed.map((before) => headerChange(before, undefined)))
  const untouched = known.filter((header) => !kept.has(header) && isHiddenThere(header))
  const body = { http_headers: [...untouched, ...entries].map(toHeaderMember) }
  return { changes, body: changes.length === 0 ? {} : body, uncompared }
}

interface HeaderPair {
  readonly before: Header | undefined
  readonly after: Header
}

function pairByKey(wanted: readonly Header[], known: readonly Header[]): readonly HeaderPair[] {
  const free = [...known]
  return wanted.map((after) => {
    const at = free.findIndex((header) => isSameKey(header.key, after.key))
    return { before: at === -1 ? undefined : free.splice(at, 1)[0], after }
  })
}

/** A value that would be shown if it were the wanted one is another one. */
function isHiddenSame(before: Header, after: Header): boolean {
  return before.value === HIDDEN && before.key === after.key && isSecretHeader(after)
}

function headerChange(before: Header | undefined, after: Header | undefined): FieldChange {
  const isSecret = [before, after].some((header) => header && isSecretHeader(header))
  const isRenamed = before && after && before.key !== after.key
  return {
    field: `header ${isRenamed ? `${before.key} (now ${after.key})` : (after ?? before)?.key}`,
    before: before?.value,
    after: after?.value,
    isSecret,
  }
}

function isSameKey(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase()
}

/** The service never shows the client key; but it belongs to its certificate, and changes only with it. */
function compareTls(after: unknown, before: unknown): Difference {
  if (isDeepStrictEqual(after, before ?? null)) return SAME
  if (after === null || typeof after !== 'object') return changeOf('tls', before && 'set', after)
  const [now, was] = [asObject(after), asObject(before)]
  const isKeySame =
    now['client_certificate'] === (was['client_certificate'] ?? null) &&
    (now['client_key'] === null) === ((was['client_key'] ?? null) === null)
  const fields = Object.keys(now).filter((field) =>
    field === 'client_key' ? !isKeySame : !isDeepStrictEqual(now[field], was[field] ?? defaultOf(field)),
  )
  const changes = fields.map((field) => ({
    field: `tls.${field}`,
    before: was[field] ?? undefined,
    after: now[field],
    isSecret: field === 'client_key',
  }))
  if (changes.length === 0) return SAME
  return {
    changes,
    body: { tls: Object.fromEntries(fields.map((field) => [field, now[field]])) },
    uncompared: [],
  }
}

function defaultOf(field: string): unknown {
  return field === 'insecure' ? false : null
}
