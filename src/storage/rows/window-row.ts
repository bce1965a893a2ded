import type { WebhookId, WindowId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { SilencedJobs } from '../../domain/silence/silence.ts'
import type { GivenWindow, MaintenanceWindow } from '../../domain/window/window.ts'
import { readStored } from './stored-json.ts'

export interface WindowRow {
  id: WindowId
  name: string
  match: string
  match_owner: string | null
  /** JSON: ids of webhooks; null: all webhooks. */
  webhook_ids: string | null
  zone: string
  begins: string
  lasts_ms: number
  repeat: string | null
  /** JSON: days; null: it has a rule. */
  days: string | null
  /** JSON: days; null: none. */
  except_days: string | null
  first_day: string
  jobs: SilencedJobs
  reason: string
  created_by: string
  created_at: Instant
  updated_at: Instant
}

/** Damaged lists are empty: a notification too many is better than a lost one. */
export function toWindow(row: WindowRow): MaintenanceWindow {
  return {
    id: row.id,
    name: row.name,
    match: row.match,
    matchOwner: row.match_owner,
    webhookIds: row.webhook_ids === null ? null : readStored<readonly WebhookId[]>(row.webhook_ids, []),
    zone: row.zone,
    begins: row.begins,
    lastsMs: row.lasts_ms,
    repeat: row.repeat,
    days: row.days === null ? null : readStored<readonly string[]>(row.days, []),
    firstDay: row.first_day,
    jobs: row.jobs,
    reason: row.reason,
    except: row.except_days === null ? [] : readStored<readonly string[]>(row.except_days, []),
    createdBy: row.created_by,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

/** Returns the values of the columns that a person gives. */
export function toWindowValues({ webhookIds, days, except = [], ...given }: GivenWindow) {
  const { name, match, zone, begins, lastsMs, repeat, firstDay, jobs, reason } = given
  return {
    name,
    match,
    webhookIds: webhookIds === null ? null : JSON.stringify(webhookIds),
    zone,
    begins,
    lastsMs,
    repeat,
    days: days === null ? null : JSON.stringify(days),
    exceptDays: except.length === 0 ? null : JSON.stringify(except),
    firstDay,
    jobs,
    reason,
  }
}
