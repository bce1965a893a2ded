import type { SilenceId, WebhookId, WindowId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Silence, SilencedJobs } from '../../domain/silence/silence.ts'
import { readStored } from './stored-json.ts'

export interface SilenceRow {
  id: SilenceId
  match: string
  match_owner: string | null
  /** JSON: ids of webhooks; null: all webhooks. */
  webhook_ids: string | null
  starts_at: Instant
  ends_at: Instant
  jobs: SilencedJobs
  reason: string
  window_id: WindowId | null
  created_by: string
  created_through: string | null
  created_at: Instant
  updated_at: Instant
  last_held_at: Instant | null
  begun: 0 | 1
  has_length: 0 | 1
}

/** A damaged list of webhooks counts as empty: a notification too many is better than a lost one. */
export function toSilence(row: SilenceRow): Silence {
  return {
    id: row.id,
    match: row.match,
    matchOwner: row.match_owner,
    webhookIds: row.webhook_ids === null ? null : readStored<readonly WebhookId[]>(row.webhook_ids, []),
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    jobs: row.jobs,
    reason: row.reason,
    windowId: row.window_id,
    createdBy: row.created_by,
    createdThrough: row.created_through,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    lastHeldAt: row.last_held_at,
    hasBegun: row.begun === 1,
    hasLength: row.has_length === 1,
  }
}

export function toWebhookIds({ webhookIds }: Pick<Silence, 'webhookIds'>): string | null {
  return webhookIds === null ? null : JSON.stringify(webhookIds)
}
