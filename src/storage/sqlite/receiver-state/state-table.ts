import type { Database } from 'better-sqlite3'
import type { ReceiverState } from '../../../domain/receiver-state/receiver-state.ts'
import type { AlertId, WebhookId } from '../../../domain/ids.ts'
import type { ReceiverStateRow } from '../../rows/receiver-state-row.ts'
import {
  RECEIVER_STATE_COLUMNS,
  RESYNC_NUMBER,
  toReceiverState,
  toReceiverStateRow,
} from '../../rows/receiver-state-row.ts'
import { namesOf, prepareInsert } from '../connection/prepare-insert.ts'

export class ReceiverStateTable {
  readonly #sql: ReturnType<typeof prepare>

  constructor(db: Database) {
    this.#sql = prepare(db)
  }

  find({ alertId, webhookId }: Pick<ReceiverState, 'alertId' | 'webhookId'>): ReceiverState | undefined {
    const row = this.#sql.selectOne.get(alertId, webhookId)
    return row && toReceiverState(row)
  }

  get isEmpty(): boolean {
    return this.#sql.selectAny.get() === undefined
  }

  ofAlert(alertId: AlertId): readonly ReceiverState[] {
    return this.#sql.selectOfAlert.all(alertId).map(toReceiverState)
  }

  /** Writes a state; null: forgets it. `before`: the stored state, if any. */
  write(
    pair: Pick<ReceiverState, 'alertId' | 'webhookId'>,
    before: ReceiverState | undefined,
    after: ReceiverState | null,
  ): void {
    if (after === null) {
      if (before) this.#sql.remove.run(pair.alertId, pair.webhookId)
      return
    }
    this.#sql.put(toReceiverStateRow(after))
  }

  /** Makes due what is out of sync at the webhook. */
  makeDue(webhookId: WebhookId): void {
    this.#sql.makeDue.run(webhookId)
  }

  /** Returns the states whose missing delivery is due. */
  due(limit: number): readonly ReceiverState[] {
    return this.#sql.selectDue.all(limit).map(toReceiverState)
  }
}

function prepare(db: Database) {
  return {
    selectOne: db.prepare<[alertId: AlertId, webhookId: WebhookId], ReceiverStateRow>(
      'SELECT * FROM receiver_states WHERE alert_id = ? AND webhook_id = ?',
    ),
    selectAny: db.prepare<[], unknown>('SELECT 1 FROM receiver_states LIMIT 1'),
    selectOfAlert: db.prepare<[alertId: AlertId], ReceiverStateRow>(
      'SELECT * FROM receiver_states WHERE alert_id = ?',
    ),
    put: prepareInsert(db, 'REPLACE INTO receiver_states', namesOf(RECEIVER_STATE_COLUMNS)),
    remove: db.prepare<[alertId: AlertId, webhookId: WebhookId]>(
      'DELETE FROM receiver_states WHERE alert_id = ? AND webhook_id = ?',
    ),
    makeDue: db.prepare<[webhookId: WebhookId]>(
      `UPDATE receiver_states SET resync = ${RESYNC_NUMBER.due} WHERE webhook_id = ? AND resync = ${RESYNC_NUMBER.later} AND resync > 0 AND held_by IS NULL`,
    ),
    // Has the words of the partial index. Casts: see queue/queue-reads.ts.
    selectDue: db.prepare<[limit: number], ReceiverStateRow>(
      `SELECT * FROM receiver_states INDEXED BY receiver_states_out_of_sync WHERE resync = ${RESYNC_NUMBER.due} AND resync > 0
       ORDER BY webhook_id, alert_id LIMIT CAST(? AS INTEGER)`,
    ),
  }
}
