import type { Issue } from '../errors.ts'
import { HIDDEN, redactUrl } from '../redaction/redact.ts'
import type { ListedHeader, TlsEdit, WebhookEdit } from '../webhook/webhook-edit.ts'
import type { WebhookTls } from '../webhook/webhook-tls.ts'
import type { ClearRequest, HeaderChanges, Webhook } from '../webhook/webhook.ts'

interface MaskedValues {
  readonly url: string
  readonly clearRequest?: ClearRequest | null | undefined
  readonly headers?: readonly ListedHeader[] | undefined
  readonly tls?: TlsEdit | null | undefined
}

/** Finds placeholders of hidden values in a new webhook, most likely copied from a read. */
export function findCopiedHidden({ url, clearRequest, headers = [], tls }: MaskedValues): readonly Issue[] {
  return [
    ...(url.includes(HIDDEN) ? [issueOfUrl('url')] : []),
    ...(clearRequest?.url.includes(HIDDEN) ? [issueOfUrl('clear_request.url')] : []),
    ...headers.flatMap(({ value }, index) => (value === HIDDEN ? [issueOfHeader(index)] : [])),
    ...(tls?.key === HIDDEN ? [ISSUE_OF_KEY] : []),
  ]
}

/** Finds placeholders in an edit that stand for no hidden value. */
export function findUnknownHidden(
  current: Webhook,
  { url, clearRequest, headers, tls }: WebhookEdit,
): readonly Issue[] {
  const isKnown = (now: { readonly url: string } | null, given: string | undefined) =>
    now !== null && (given === now.url || isUrlAsShown(now, given))
  const list = headers !== undefined && 'list' in headers ? headers.list : []
  return [
    ...(url?.includes(HIDDEN) && !isKnown(current, url) ? [issueOfUrl('url')] : []),
    ...(clearRequest?.url.includes(HIDDEN) && !isKnown(current.clearRequest, clearRequest.url)
      ? [issueOfUrl('clear_request.url')]
      : []),
    ...list.flatMap((entry, index) => findHeaderIssue(entry, index, current)),
    ...(tls?.key === HIDDEN && !current.tls?.key ? [ISSUE_OF_KEY] : []),
  ]
}

/** Returns false for an unchanged address that hides nothing: it is checked like any other. */
export function isUrlAsShown(current: Pick<Webhook, 'url'>, url: string | undefined): boolean {
  return url !== current.url && url === redactUrl(current.url)
}

/** Restores the stored address of the clear request if it comes back masked. */
export function clearRequestAsStored(
  current: Pick<Webhook, 'clearRequest'>,
  clearRequest: ClearRequest | null | undefined,
): ClearRequest | null | undefined {
  if (!clearRequest || !current.clearRequest || !isUrlAsShown(current.clearRequest, clearRequest.url))
    return clearRequest
  return { ...clearRequest, url: current.clearRequest.url }
}

/** Leaves masked values as they are stored. */
export function withoutHidden(headers: HeaderChanges): HeaderChanges {
  const changed = headers.changed.map(({ id, key, value }) =>
    value === HIDDEN ? { id, key } : { id, key, value },
  )
  return { ...headers, changed }
}

function findHeaderIssue(
  { id, key, value }: ListedHeader,
  index: number,
  current: Webhook,
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

function issueOfUrl(path: string): Issue {
  return {
    path,
    message: `has "${HIDDEN}", which stands for a hidden part; write the whole address, or leave it out to keep it (three real asterisks are written %2A%2A%2A)`,
  }
}

const ISSUE_OF_KEY: Issue = {
  path: 'tls.client_key',
  message: `is "${HIDDEN}", which stands for a hidden key; there is none yet, so give the key itself`,
}

/**
 * Returns the settings after an edit; undefined: no change. The placeholder of a key means the stored one, because keys
 * are never shown.
 */
export function mergeTls(
  current: WebhookTls | null,
  edit: TlsEdit | null | undefined,
): WebhookTls | null | undefined {
  if (edit === undefined || edit === null) return edit
  const { ca = current?.ca ?? null, certificate = current?.certificate ?? null } = edit
  const { key: givenKey = current?.key ?? null, insecure = current?.insecure ?? false } = edit
  // Without a stored key the placeholder stays, to be refused (masked-values.ts).
  const key = givenKey === HIDDEN ? (current?.key ?? HIDDEN) : givenKey
  const isNone = ca === null && certificate === null && key === null && !insecure
  return isNone ? null : { ca, certificate, key, insecure }
}
