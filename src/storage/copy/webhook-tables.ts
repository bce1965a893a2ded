import type { ColumnType } from '../rows/columns.ts'
import { REVISED_COLUMNS, WEBHOOK_TYPES } from '../rows/webhook-row.ts'

export type Columns = Readonly<Record<string, ColumnType>>

export const WEBHOOK_REVISIONS: Columns = {
  until: 'whole',
  webhook_id: 'whole',
  since: 'whole',
  ...Object.fromEntries(REVISED_COLUMNS.map((column) => [column, WEBHOOK_TYPES[column]!])),
}

export const HEADERS: Columns = { id: 'whole', webhook_id: 'whole', key: 'text', value: 'text' }

export const FLOW: Columns = {
  webhook_id: 'whole',
  failures: 'whole',
  failing_since: 'whole',
  pause_ms: 'whole',
  paused_until: 'whole',
  asked_until: 'whole',
  pause_reason: 'text',
  failed_delivery_id: 'whole',
  rejected_at: 'whole',
  rejections: 'whole',
  reject_reason: 'text',
  accepted_at: 'whole',
  first_accepted_at: 'whole',
  rate_next_at: 'real',
  first_delivery_id: 'whole',
  last_rejected_at: 'whole',
}

export const CALLS: Columns = {
  webhook_id: 'whole',
  last_called_at: 'whole',
  last_accepted_at: 'whole',
  hours: 'text',
}
