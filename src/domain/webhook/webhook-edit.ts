import { AppError, type Issue } from '../errors.ts'
import type { HeaderId, WebhookId } from '../ids.ts'
import type { WebhookTls } from './webhook-tls.ts'
import type { HeaderChanges, NewHeader, Webhook, WebhookChange, WebhookRevision } from './webhook.ts'

/**
 * An edit as data: it is validated and applied in the transaction that writes the webhook. An absent or undefined
 * member stays as it is.
 */
export interface WebhookEdit extends Omit<WebhookChange, 'tls' | 'headers'> {
  /** Absent members stay as they are. */
  readonly tls?: TlsEdit | null | undefined
  readonly headers?: HeaderChanges | HeaderList | undefined
  /** The writer has read the webhook masked, so placeholders stand for stored values. */
  readonly isMasked?: boolean | undefined
  /** Mistakes in what could not be read, refused together with the others. */
  readonly unread?: readonly Issue[]
  /** Why deliveries to its URL would be refused; ignored if the URL stays the same. */
  readonly targetRefusal?: string | undefined
  /** Why deliveries to the URL of `clearRequest` would be refused. */
  readonly clearTargetRefusal?: string | undefined
  /** The writer knows no modes, so a misfit changes to `every_change`. */
  readonly modeGivesWay?: boolean | undefined
  /** The interface treats unknown filters of markers as text. */
  readonly keepsUnknownFilters?: boolean | undefined
}

export type TlsEdit = { readonly [Member in keyof WebhookTls]?: WebhookTls[Member] | undefined }

/** The whole new list: entries with an id are kept or changed, those without are added, missing ones are deleted. */
export interface HeaderList {
  readonly list: readonly ListedHeader[]
}

export interface ListedHeader extends NewHeader {
  readonly id?: HeaderId | undefined
}

/** Returns how many headers it adds. */
export function countAdded({ headers }: Pick<WebhookEdit, 'headers'>): number {
  if (headers === undefined) return 0
  return 'list' in headers ? headers.list.filter(({ id }) => id === undefined).length : headers.added.length
}

/** The revisions of `If-Match`; undefined: any. */
export type ExpectedRevisions = readonly number[] | undefined

/** Throws `not_found` if the webhook does not exist. */
export function requireWebhook<Found>(found: Found | undefined, id: WebhookId): Found {
  if (found === undefined) throw new AppError('not_found', `There is no webhook ${id}.`)
  return found
}

/** Throws `precondition_failed` if the webhook is at another revision. */
export function requireRevision({ id, revision }: WebhookRevision, expected: ExpectedRevisions): void {
  if (expected === undefined || expected.includes(revision)) return
  throw new AppError(
    'precondition_failed',
    `Webhook ${id} is at revision ${revision} now, another one than \`If-Match\` asks for: read it again and repeat the change.`,
  )
}

/** Throws `conflict` for a disabled webhook. */
export function refuseResuming({ id, enabled }: Pick<Webhook, 'id' | 'enabled'>): void {
  if (!enabled) throw new AppError('conflict', `Webhook ${id} is disabled; enable it to send to it again.`)
}
