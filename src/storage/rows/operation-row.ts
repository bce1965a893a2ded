import { ALERT_STATES } from '../../domain/alert/alert.ts'
import { DELIVERY_STATES } from '../../domain/delivery/delivery.ts'
import { EVENT_KINDS } from '../../domain/alert/event.ts'
import {
  doneShare,
  type Operation,
  type OperationFilter,
  type OperationKind,
  type OperationState,
} from '../../domain/operation/operation.ts'
import type { DeliveryId, OperationId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { readStored, type RowOf, tableOf, text, whole } from './columns.ts'

const COLUMNS = {
  id: whole<OperationId>(),
  kind: text<OperationKind>(),
  filter: text(),
  target_webhook_id: whole<WebhookId | null>(),
  state: text<OperationState>(),
  reason: text<string | null>(),
  from_id: whole<DeliveryId>(),
  up_to_id: whole<DeliveryId>(),
  last_id: whole<DeliveryId>(),
  examined_count: whole(),
  changed_count: whole(),
  skipped_count: whole(),
  cancelled_count: whole(),
  held_count: whole(),
  notified_count: whole(),
  already_notified_count: whole(),
  created_at: whole<Instant>(),
  finished_at: whole<Instant | null>(),
  created_by: text(),
}

export const OPERATIONS = tableOf(COLUMNS)
export type OperationRow = RowOf<typeof COLUMNS>

export function toOperation(row: OperationRow): Operation {
  const { filter, fromId, lastId, upToId, ...operation } = OPERATIONS.fromRow(row)
  const share = doneShare(operation.state, { fromId, lastId, upToId })
  return { ...operation, filter: readFilter(filter), doneShare: share }
}

const NUMBERS = ['webhookId', 'eventId', 'alertId', 'from', 'until'] as const
const WORDS = { states: DELIVERY_STATES, severities: ALERT_STATES } as const

/** Returns null unless every member is as it was written: a damaged filter may fit far more. */
function readFilter(text: string): OperationFilter | null {
  const stored = readStored<unknown>(text, null)
  if (typeof stored !== 'object' || stored === null || !('states' in stored)) return null
  return Object.entries(stored).every(([member, value]) => isWhole(member, value))
    ? // Checked member by member.
      (stored as OperationFilter)
    : null
}

function isWhole(member: string, value: unknown): boolean {
  if (NUMBERS.some((name) => name === member)) return Number.isSafeInteger(value)
  if (member === 'server' || member === 'search') return typeof value === 'string' && value !== ''
  if (member === 'labels') return Array.isArray(value) && value.every(isLabel)
  if (member === 'kind') return EVENT_KINDS.some((kind) => kind === value)
  if (member !== 'states' && member !== 'severities') return false
  const words: readonly unknown[] = WORDS[member]
  return Array.isArray(value) && value.length > 0 && value.every((word) => words.includes(word))
}

function isLabel(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string')
}
