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
import { readStored } from './stored-json.ts'

export interface OperationRow {
  id: OperationId
  kind: OperationKind
  filter: string
  target_webhook_id: WebhookId | null
  state: OperationState
  reason: string | null
  from_id: DeliveryId
  up_to_id: DeliveryId
  last_id: DeliveryId
  examined_count: number
  changed_count: number
  skipped_count: number
  cancelled_count: number
  held_count: number
  notified_count: number
  already_notified_count: number
  created_at: Instant
  finished_at: Instant | null
  created_by: string
}

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    kind: row.kind,
    filter: readFilter(row.filter),
    targetWebhookId: row.target_webhook_id,
    state: row.state,
    reason: row.reason,
    examinedCount: row.examined_count,
    changedCount: row.changed_count,
    skippedCount: row.skipped_count,
    cancelledCount: row.cancelled_count,
    heldCount: row.held_count,
    notifiedCount: row.notified_count,
    alreadyNotifiedCount: row.already_notified_count,
    doneShare: doneShare(row.state, { fromId: row.from_id, lastId: row.last_id, upToId: row.up_to_id }),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    createdBy: row.created_by,
  }
}

const NUMBERS = ['webhookId', 'eventId', 'alertId', 'from', 'until'] as const
const WORDS = { states: DELIVERY_STATES, severities: ALERT_STATES } as const

/** Null unless every member is as `startOperation` has written it: what is left of a damaged one may fit far more. */
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
