import { AppError } from '../errors.ts'
import type { Webhook, WebhookRevision } from './webhook.ts'
import type { WebhookId } from '../ids.ts'

/** Revisions one of which the webhook must be at (`If-Match`); undefined: any. */
export type ExpectedRevisions = readonly number[] | undefined

/** The webhook that somebody asks for. Throws `not_found` if it does not exist. */
export function requireWebhook<Found>(found: Found | undefined, id: WebhookId): Found {
  if (found === undefined) throw new AppError('not_found', `There is no webhook ${id}.`)
  return found
}

/** Throws `precondition_failed` if the webhook is at another revision than the caller has seen. */
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
