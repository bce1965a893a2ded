import type { SilenceId, WebhookId, WindowId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Silence, SilencedJobs } from '../../domain/silence/silence.ts'
import { bit, jsonList, tableOf, text, whole, type RowOf } from './columns.ts'

const COLUMNS = {
  id: whole<SilenceId>(),
  match: text(),
  match_owner: text<string | null>(),
  webhook_ids: jsonList<WebhookId>(),
  starts_at: whole<Instant>(),
  ends_at: whole<Instant>(),
  jobs: text<SilencedJobs>(),
  reason: text(),
  window_id: whole<WindowId | null>(),
  created_by: text(),
  created_through: text<string | null>(),
  created_at: whole<Instant>(),
  updated_at: whole<Instant>(),
  last_held_at: whole<Instant | null>(),
  begun: bit(),
  has_length: bit(),
}

export const SILENCES = tableOf(COLUMNS)
export type SilenceRow = RowOf<typeof COLUMNS>

export function toSilence(row: SilenceRow): Silence {
  const { begun, ...silence } = SILENCES.fromRow(row)
  return { ...silence, hasBegun: begun }
}

export function toSilenceRow({ hasBegun, ...silence }: Omit<Silence, 'id'>): Omit<SilenceRow, 'id'> {
  return SILENCES.toRow({ ...silence, begun: hasBegun })
}
