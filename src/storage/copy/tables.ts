import { ALERT_COLUMNS } from '../rows/alert-row.ts'
import { ATTEMPT_COLUMNS } from '../rows/attempt-row.ts'
import { AUDIT } from '../rows/audit-row.ts'
import { type ColumnType, typesOf } from '../rows/columns.ts'
import { DELIVERY_COLUMNS } from '../rows/delivery-row.ts'
import { EVENT_COLUMNS } from '../rows/event-row.ts'
import { CALLS } from '../rows/flow-row.ts'
import { JOB_RUN_COLUMNS } from '../rows/job-run-row.ts'
import { OPERATIONS } from '../rows/operation-row.ts'
import { RECEIVER_STATE_COLUMNS } from '../rows/receiver-state-row.ts'
import { SILENCES, WINDOWS } from '../rows/silence-row.ts'
import { SOURCE_CURSORS } from '../rows/source-cursor-row.ts'
import { USERS, TOKENS } from '../rows/user-row.ts'
import { REVISED_COLUMNS, WEBHOOK_TYPES } from '../rows/webhook-row.ts'

type Columns = Readonly<Record<string, ColumnType>>

/** A table as the copy carries it; sqlite/copy/tables.ts and postgres/copy/tables.ts know where its rows are. */
export interface CopiedTable {
  readonly name: TableName
  readonly columns: Columns
  /** Columns that name and order the rows. Whole numbers, but in `meta`. */
  readonly key: readonly string[]
  /** The columns by which people know a row. */
  readonly shownKey: readonly string[]
}

const WEBHOOK_REVISIONS: Columns = {
  until: 'whole',
  webhook_id: 'whole',
  since: 'whole',
  ...Object.fromEntries(REVISED_COLUMNS.map((column) => [column, WEBHOOK_TYPES[column]!])),
}

const HEADERS: Columns = { id: 'whole', webhook_id: 'whole', key: 'text', value: 'text' }

const FLOW: Columns = {
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

const JOB_RUN_KEYS: Columns = {
  accepted_at: 'whole',
  job_run_id: 'whole',
  source: 'text',
  job_id: 'text',
  run_id: 'text',
}

const NOT_OF_EVERY = new Set(['due_at', 'lease_until', 'finished_at', 'queue_urgency', 'fallback_at'])
/** `event_at` is the accepted_at of its event. */
const OF_EVERY_DELIVERY: Columns = {
  id: 'whole',
  event_id: 'whole',
  event_at: 'whole',
  ...Object.fromEntries(
    Object.entries(typesOf(DELIVERY_COLUMNS)).filter(([column]) => !NOT_OF_EVERY.has(column)),
  ),
}

interface Copied {
  readonly columns: Columns
  /** The id by default. */
  readonly key?: readonly string[]
  /** The key by default. */
  readonly shownKey?: readonly string[]
}

/** In the order of copying, referenced ones first; `CARRIED_META` is all of `meta`. */
const TABLES = {
  meta: { columns: { key: 'text', value: 'text' }, key: ['key'] },
  webhooks: { columns: WEBHOOK_TYPES },
  webhook_headers: { columns: HEADERS },
  webhook_revisions: {
    columns: WEBHOOK_REVISIONS,
    key: ['until', 'webhook_id'],
    shownKey: ['webhook_id', 'until'],
  },
  webhook_flow: { columns: FLOW, key: ['webhook_id'] },
  webhook_calls: { columns: CALLS.types, key: ['webhook_id'] },
  tokens: { columns: TOKENS.types },
  // Sessions and invitations are not copied: people sign in again.
  users: { columns: USERS.types },
  alerts: { columns: typesOf(ALERT_COLUMNS) },
  silences: { columns: { ...SILENCES.types, released: 'whole', occurs_at: 'whole', announced: 'whole' } },
  windows: { columns: { ...WINDOWS.types, due_at: 'whole' } },
  receiver_states: { columns: typesOf(RECEIVER_STATE_COLUMNS), key: ['alert_id', 'webhook_id'] },
  job_runs: { columns: typesOf(JOB_RUN_COLUMNS) },
  // Their own key is text, which the engines order differently.
  job_run_keys: { columns: JOB_RUN_KEYS, key: ['accepted_at', 'job_run_id'], shownKey: ['job_run_id'] },
  events: { columns: typesOf(EVENT_COLUMNS) },
  // Without leases: their holders are gone, so the service reclaims what was under way.
  deliveries: {
    columns: { ...OF_EVERY_DELIVERY, queue_urgency: 'whole', due_at: 'whole', fallback_at: 'whole' },
  },
  ended_deliveries: { columns: { ...OF_EVERY_DELIVERY, finished_at: 'whole' } },
  attempts: {
    columns: { event_at: 'whole', ...typesOf(ATTEMPT_COLUMNS) },
    key: ['delivery_id', 'number'],
  },
  operations: { columns: OPERATIONS.types },
  source_cursors: { columns: { id: 'whole', ...SOURCE_CURSORS.types } },
  audit: { columns: AUDIT.types },
} satisfies Record<string, Copied>

export type TableName = keyof typeof TABLES

export const COPIED_TABLES: readonly CopiedTable[] = Object.entries<Copied>(TABLES).map(
  ([name, { columns, key = ['id'], shownKey = key }]) => ({
    name: name as TableName,
    columns,
    key,
    shownKey,
  }),
)

/** Tables whose ids come from a counter that never goes back. */
export const COUNTED_TABLES = [
  'webhooks',
  'webhook_headers',
  'tokens',
  'users',
  'alerts',
  'silences',
  'windows',
  'job_runs',
  'events',
  'deliveries',
  'operations',
  'source_cursors',
  'audit',
] as const

/** The last id of each table; 0: none. */
export type Counters = Readonly<Record<(typeof COUNTED_TABLES)[number], number>>

/**
 * A condition on `meta`: the id, the keys of history, and when reports could come in, so that the time of the
 * copy clears nothing.
 */
export const CARRIED_META =
  "(key IN ('installation_id', 'open_time') OR (key > 'history_key:' AND key < 'history_key;'))"
