import type { Attempt } from '../../domain/delivery/delivery.ts'
import type { DeliveryId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { attemptData, type HistorySeals } from '../encryption/history-seals.ts'
import { readStored } from './stored-json.ts'

export interface AttemptRow {
  delivery_id: DeliveryId
  number: number
  started_at: Instant
  outcome: Attempt['outcome']
  reason: string
  failure: Attempt['failure']
  request: string | null
  response: string | null
  timing: string | null
}

export function toAttempt(row: AttemptRow, seals: Pick<HistorySeals, 'open'>): Attempt {
  const request = seals.open(row.request, attemptData('request', row.delivery_id, row.number))
  const response = seals.open(row.response, attemptData('response', row.delivery_id, row.number))
  return {
    number: row.number,
    startedAt: row.started_at,
    outcome: row.outcome,
    reason: row.reason,
    failure: row.failure,
    request: request === null ? null : readStored(request, null),
    response: response === null ? null : readStored(response, null),
    timing: row.timing === null ? null : readStored(row.timing, null),
  }
}
