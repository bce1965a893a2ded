import type { AuditAction } from '../../../domain/audit/audit.ts'
import type { Principal } from '../../../domain/people/principal.ts'
import { AppError } from '../../../domain/errors.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { allows } from '../../../domain/people/token.ts'
import type { Store } from '../../../storage/store.ts'

/** Actions that increment a webhook's revision, one audit entry each. */
const CHANGES: readonly AuditAction[] = [
  'webhook.changed',
  'webhook.disabled_by_receiver',
  'webhook.signing_rotated',
  'webhook.signing_removed',
]

/** Limits the changes that are searched. */
const CHANGES_MAX = 50

export interface GuardedChange {
  readonly id: WebhookId
  /** Revisions that the client has seen; undefined: none given. */
  readonly expected: readonly number[] | undefined
  readonly principal: Principal | undefined
  readonly store: Store
}

/**
 * Adds to a refusal by `If-Match` who changed the webhook, when, and which members, so that two editors can agree. No
 * values, and nothing for principals who may not read webhooks.
 */
export async function withLastChange<Result>(
  guarded: GuardedChange,
  act: () => Promise<Result>,
): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'precondition_failed')) throw error
    const lastChanged = await findLastChange(guarded)
    if (lastChanged === undefined) throw error
    throw new AppError(error.code, error.message, { members: { last_changed: lastChanged }, cause: error })
  }
}

async function findLastChange({ id, expected = [], principal, store }: GuardedChange) {
  if (principal === undefined || !allows(principal, 'webhooks:read')) return undefined
  const webhook = await store.findWebhook(id)
  const since = Math.max(...expected)
  // An unknown revision, from which no change can be counted.
  if (webhook === undefined || !(since >= 1 && since < webhook.revision)) return undefined
  const limit = Math.min(webhook.revision - since, CHANGES_MAX)
  const entries = await store.listAudit({ actions: CHANGES, objectType: 'webhook', objectId: id }, { limit })
  const [last] = entries
  // Older than the audit log.
  if (last === undefined) return undefined
  const fields = new Set(entries.flatMap(({ changes }) => changes.map(({ field }) => field)))
  return { revision: webhook.revision, at: formatInstant(last.at), by: last.actor.name, fields: [...fields] }
}
