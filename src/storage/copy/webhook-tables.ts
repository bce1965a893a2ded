import type { ColumnType } from '../rows/columns.ts'
import { SETTINGS } from '../../domain/definition/webhook-settings.ts'

/** The columns of a table, each with its type. */
export type Columns = Readonly<Record<string, ColumnType>>

export const WEBHOOKS: Columns = {
  id: 'whole',
  name: 'text',
  url: 'text',
  enabled: 'flag',
  method: 'text',
  payload_template: 'text',
  payload_type: 'text',
  low_alert: 'flag',
  medium_alert: 'flag',
  high_alert: 'flag',
  cleared_alert: 'flag',
  description: 'text',
  ...Object.fromEntries(
    SETTINGS.map(({ column, stored }) => [column, stored === 'whole' || stored === 'flag' ? stored : 'text']),
  ),
  signing_secrets: 'text',
  disabled_reason: 'text',
  revision: 'whole',
  created_at: 'whole',
  updated_at: 'whole',
  routed_since: 'whole',
  match_owner: 'text',
}

export const WEBHOOK_REVISIONS: Columns = {
  until: 'whole',
  webhook_id: 'whole',
  since: 'whole',
  name: 'text',
  enabled: 'flag',
  payload_type: 'text',
  low_alert: 'flag',
  medium_alert: 'flag',
  high_alert: 'flag',
  cleared_alert: 'flag',
  mode: 'text',
  match: 'text',
  fallback_webhook_id: 'whole',
  disabled_reason: 'text',
  acknowledgements: 'flag',
  maintenance_windows: 'flag',
  match_owner: 'text',
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
