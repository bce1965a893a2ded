import type { Static } from 'typebox'
import { invalidRequest, type Issue } from '../../../domain/errors.ts'
import { HIDDEN, redactUrl } from '../../../domain/redaction/redact.ts'
import { requireScope, type Caller } from '../../../domain/people/caller.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { maskWebhook } from '../../../domain/definition/webhook-secrets.ts'
import { defineQuery, oneOf } from '../query.ts'
import type { NEW_WEBHOOK, WEBHOOK_CHANGE } from './webhook-wire.ts'

/** `?show=secrets`, of every route that answers with webhooks. */
export const SHOW = {
  show: oneOf(
    'show',
    ['secrets'],
    `\`secrets\`: the values of headers and the whole URL, instead of \`${HIDDEN}\`. Needs the scope secrets:read.`,
  ),
} as const

export const showQuery = defineQuery(SHOW)

/**
 * How webhooks are shown to this caller: masked, unless asked otherwise. Throws `forbidden` if they may not see
 * secrets; call it before anything is changed.
 */
export function readerOf(
  { show }: { readonly show?: 'secrets' },
  caller: Caller | undefined,
): (webhook: Webhook) => Webhook {
  if (show === undefined || !caller) return maskWebhook
  requireScope(caller, 'secrets:read', ', which `show=secrets` needs; leave that out to see the rest')
  return (webhook) => webhook
}

/** Refuses what stands for a hidden value in a webhook that has none yet: most likely it was copied from a read. */
export function refuseHidden({ url, http_headers = [], tls }: Static<typeof NEW_WEBHOOK>): void {
  throwIfAny([
    ...(url.includes(HIDDEN) ? [issueOfUrl()] : []),
    ...http_headers.flatMap(({ http_header_value }, index) =>
      http_header_value === HIDDEN ? [issueOfHeader(index)] : [],
    ),
    ...(tls?.client_key === HIDDEN ? [ISSUE_OF_KEY] : []),
  ])
}

type Change = Static<typeof WEBHOOK_CHANGE>

/**
 * A change in which whatever was hidden from its writer, and comes back as it was shown, is what is stored. Throws
 * `invalid_request` where there is nothing that it could stand for.
 */
export function revealHidden(body: Change, current: Webhook): Change {
  const { url, http_headers: headers, tls } = body
  // An address that hides nothing is judged like any other, also when it is the present one.
  const isUrlAsShown = url !== undefined && url !== current.url && url === redactUrl(current.url)
  const issues = [
    ...(url?.includes(HIDDEN) && !isUrlAsShown && url !== current.url ? [issueOfUrl()] : []),
    ...(headers ?? []).flatMap((entry, index) => findHeaderIssue(entry, { index, current })),
    ...(tls?.client_key === HIDDEN && !current.tls?.key ? [ISSUE_OF_KEY] : []),
  ]
  throwIfAny(issues)
  const { url: _url, ...rest } = body
  return {
    ...rest,
    // As it was shown: then it is left alone, and what others do to it in this moment stays.
    ...(url !== undefined && !isUrlAsShown && { url }),
    ...(headers && { http_headers: headers.map((entry) => revealHeader(entry, current)) }),
  }
}

type Entry = NonNullable<Change['http_headers']>[number]

function revealHeader(entry: Entry, current: Webhook): Entry {
  const known = current.headers.find(({ id }) => id === entry.http_header_id)
  return known && entry.http_header_value === HIDDEN ? { ...entry, http_header_value: known.value } : entry
}

function findHeaderIssue(
  { http_header_id: id, http_header_key: key, http_header_value: value }: Entry,
  { index, current }: { readonly index: number; readonly current: Webhook },
): readonly Issue[] {
  if (value !== HIDDEN) return []
  if (id === undefined) return [issueOfHeader(index)]
  const known = current.headers.find((header) => header.id === id)
  // Under another name the value might be shown.
  if (!known || known.key.toLowerCase() === key.toLowerCase()) return []
  return [
    {
      path: `http_headers[${index}].http_header_value`,
      message: `is "${HIDDEN}", which stands for the value under the name ${known.key}; with another name write the value itself`,
    },
  ]
}

function issueOfHeader(index: number): Issue {
  return {
    path: `http_headers[${index}].http_header_value`,
    message: `is "${HIDDEN}", which stands for a hidden value; a new header needs the value itself`,
  }
}

function issueOfUrl(): Issue {
  return {
    path: 'url',
    message: `has "${HIDDEN}", which stands for a hidden part; write the whole address, or leave it out to keep it (three real asterisks are written %2A%2A%2A)`,
  }
}

const ISSUE_OF_KEY: Issue = {
  path: 'tls.client_key',
  message: `is "${HIDDEN}", which stands for a hidden key; there is none yet, so give the key itself`,
}

function throwIfAny(issues: readonly Issue[]): void {
  if (issues.length > 0) throw invalidRequest(issues)
}
