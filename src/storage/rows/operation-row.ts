import { doneShare, type Operation, type OperationKind, type OperationState } from '../../domain/operation.ts'

export interface OperationRow {
  id: number
  kind: OperationKind
  filter: string
  target_webhook_id: number | null
  state: OperationState
  reason: string | null
  from_id: number
  up_to_id: number
  last_id: number
  examined_count: number
  changed_count: number
  skipped_count: number
  cancelled_count: number
  held_count: number
  told_count: number
  already_told_count: number
  created_at: number
  finished_at: number | null
  created_by: string
}

export function toOperation(row: OperationRow): Operation {
  return {
    id: row.id,
    kind: row.kind,
    // It was written from an OperationFilter by startOperation.
    filter: JSON.parse(row.filter),
    targetWebhookId: row.target_webhook_id,
    state: row.state,
    reason: row.reason,
    examinedCount: row.examined_count,
    changedCount: row.changed_count,
    skippedCount: row.skipped_count,
    cancelledCount: row.cancelled_count,
    heldCount: row.held_count,
    toldCount: row.told_count,
    alreadyToldCount: row.already_told_count,
    doneShare: doneShare(row.state, { fromId: row.from_id, lastId: row.last_id, upToId: row.up_to_id }),
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    createdBy: row.created_by,
  }
}
