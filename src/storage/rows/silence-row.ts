import type { SilenceId, WebhookId, WindowId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Silence, SilencedJobs } from '../../domain/silence/silence.ts'
import { bit, jsonList, tableOf, text, whole, type RowOf } from './columns.ts'
import type { MaintenanceWindow } from '../../domain/window/window.ts'

const SILENCE_COLUMNS = {
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

export const SILENCES = tableOf(SILENCE_COLUMNS)
export type SilenceRow = RowOf<typeof SILENCE_COLUMNS>

export function toSilence(row: SilenceRow): Silence {
  const { begun, ...silence } = SILENCES.fromRow(row)
  return { ...silence, hasBegun: begun }
}

export function toSilenceRow({ hasBegun, ...silence }: Omit<Silence, 'id'>): Omit<SilenceRow, 'id'> {
  return SILENCES.toRow({ ...silence, begun: hasBegun })
}

const WINDOW_COLUMNS = {
  id: whole<WindowId>(),
  name: text(),
  match: text(),
  match_owner: text<string | null>(),
  webhook_ids: jsonList<WebhookId>(),
  zone: text(),
  begins: text(),
  lasts_ms: whole(),
  repeat: text<string | null>(),
  days: jsonList<string>(),
  except_days: jsonList<string>(),
  first_day: text(),
  jobs: text<SilencedJobs>(),
  reason: text(),
  created_by: text(),
  created_at: whole<Instant>(),
  updated_at: whole<Instant>(),
}

export const WINDOWS = tableOf(WINDOW_COLUMNS)
export type WindowRow = RowOf<typeof WINDOW_COLUMNS>

export function toWindow(row: WindowRow): MaintenanceWindow {
  const { exceptDays, ...window } = WINDOWS.fromRow(row)
  return { ...window, except: exceptDays ?? [] }
}

export function toWindowRow({ except, ...window }: Omit<MaintenanceWindow, 'id'>): Omit<WindowRow, 'id'> {
  return WINDOWS.toRow({ ...window, exceptDays: except.length === 0 ? null : except })
}
