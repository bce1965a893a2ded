import type { WebhookId, WindowId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import type { SilencedJobs } from '../../domain/silence/silence.ts'
import type { MaintenanceWindow } from '../../domain/window/window.ts'
import { jsonList, tableOf, text, whole, type RowOf } from './columns.ts'

const COLUMNS = {
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

export const WINDOWS = tableOf(COLUMNS)
export type WindowRow = RowOf<typeof COLUMNS>

export function toWindow(row: WindowRow): MaintenanceWindow {
  const { exceptDays, ...window } = WINDOWS.fromRow(row)
  return { ...window, except: exceptDays ?? [] }
}

export function toWindowRow({ except, ...window }: Omit<MaintenanceWindow, 'id'>): Omit<WindowRow, 'id'> {
  return WINDOWS.toRow({ ...window, exceptDays: except.length === 0 ? null : except })
}
