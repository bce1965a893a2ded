import { AppError, type Issue } from '../errors.ts'
import type { HeaderId, WebhookId } from '../ids.ts'
import type { WebhookTls } from './webhook-tls.ts'
import type { HeaderChanges, NewHeader, Webhook, WebhookChange, WebhookRevision } from './webhook.ts'

/**
 * An edit of an existing webhook, as data: it is validated and applied in the transaction that writes the webhook.
 * An absent or undefined member stays as it is.
 */
export interface WebhookEdit extends Omit<WebhookChange, 'tls' | 'headers'> {
  /** Absent members stay as they are. */
  readonly tls?: TlsEdit | null | undefined
  readonly headers?: HeaderChanges | HeaderList | undefined
  /**
   * True: its writer has read the webhook masked, so what was hidden and comes back as it was shown is what is stored.
   */
  readonly isMasked?: boolean | undefined
  /** Mistakes in what could not be read: refused together with the others. */
  readonly unread?: readonly Issue[]
  /** Why deliveries to its URL would be refused; counts only if that is another one than before. */
  readonly targetRefusal?: string | undefined
  /** The refusal of the URL of its `clearRequest`. */
  readonly clearTargetRefusal?: string | undefined
  /** True: its writer knows of no modes, so a mode that would not fit any more gives way to `every_change`. */
  readonly modeGivesWay?: boolean | undefined
  /** True: its interface takes unknown filters of markers for text, as it always has. */
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

/** Revisions one of which the webhook must be at (`If-Match`); undefined: any. */
export type ExpectedRevisions = readonly number[] | undefined

/** The webhook that somebody asks for. Throws `not_found` if it does not exist. */
export function requireWebhook<Found>(found: Found | undefined, id: WebhookId): Found {
  if (found === undefined) throw new AppError('not_found', `There is no webhook ${id}.`)
  return found
}

/** Throws `precondition_failed` if the webhook is at another revision than the client has seen. */
export function requireRevision({ id, revision }: WebhookRevision, expected: ExpectedRevisions): void {
  if (expected === undefined || expected.includes(revision)) return
  throw new AppError(
    'precondition_failed',
    `Webhook ${id} is at revision ${revision} now, another one than \`If-Match\` asks for: read it again and repeat the change.`,
  )
}

/** Throws for a disabled webhook: nothing is sent to it, however much somebody wants it. */
export function refuseResuming({ id, enabled }: Pick<Webhook, 'id' | 'enabled'>): void {
  if (!enabled) throw new AppError('conflict', `Webhook ${id} is disabled; enable it to send to it again.`)
}
