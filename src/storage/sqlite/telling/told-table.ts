import type { Database } from 'better-sqlite3'
import type { Told } from '../../../domain/telling/told.ts'
import type { AlertId, WebhookId } from '../../../domain/ids.ts'
import { OWED_NUMBER, toTold, toToldRow, type ToldRow } from '../../rows/told-row.ts'

/** What webhooks that are kept at the present were told, row by row. */
export class ToldTable {
  readonly #sql: ReturnType<typeof prepare>

  constructor(db: Database) {
    this.#sql = prepare(db)
  }

  find({ alertId, webhookId }: Pick<Told, 'alertId' | 'webhookId'>): Told | undefined {
    const row = this.#sql.selectOne.get(alertId, webhookId)
    return row && toTold(row)
  }

  /** Whether anything is remembered at all. */
  get isEmpty(): boolean {
    return this.#sql.selectAny.get() === undefined
  }

  ofAlert(alertId: AlertId): readonly Told[] {
    return this.#sql.selectOfAlert.all(alertId).map(toTold)
  }

  /** Null: it is forgotten. `before`: as it is stored; undefined: it is not. */
  write(pair: Pick<Told, 'alertId' | 'webhookId'>, before: Told | undefined, after: Told | null): void {
    if (after === null) {
      if (before) this.#sql.remove.run(pair.alertId, pair.webhookId)
      return
    }
    const row = toToldRow(after)
    const { known_state, known_raise, maybe, present_state, present_raise, event_id, owed, owed_since } = row
    this.#sql.put.run(
      row.alert_id,
      row.webhook_id,
      known_state,
      known_raise,
      Number(maybe),
      present_state,
      present_raise,
      event_id,
      owed,
      owed_since,
      Number(row.follows),
    )
  }

  /** What its webhook is owed is due from now on. */
  makeDue(webhookId: WebhookId): void {
    this.#sql.makeDue.run(webhookId)
  }

  /** Those that are to get their deliveries now. */
  due(limit: number): readonly Told[] {
    return this.#sql.selectDue.all(limit).map(toTold)
  }
}

type Values = [
  alertId: AlertId,
  webhookId: WebhookId,
  knownState: string,
  knownRaise: number,
  maybe: number,
  presentState: string,
  presentRaise: number,
  eventId: number,
  owed: number,
  owedSince: number | null,
  follows: number,
]

function prepare(db: Database) {
  return {
    selectOne: db.prepare<[alertId: AlertId, webhookId: WebhookId], ToldRow>(
      'SELECT * FROM told WHERE alert_id = ? AND webhook_id = ?',
    ),
    selectAny: db.prepare<[], unknown>('SELECT 1 FROM told LIMIT 1'),
    selectOfAlert: db.prepare<[alertId: AlertId], ToldRow>('SELECT * FROM told WHERE alert_id = ?'),
    put: db.prepare<Values>('REPLACE INTO told VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)'),
    remove: db.prepare<[alertId: AlertId, webhookId: WebhookId]>(
      'DELETE FROM told WHERE alert_id = ? AND webhook_id = ?',
    ),
    makeDue: db.prepare<[webhookId: WebhookId]>(
      `UPDATE told SET owed = ${OWED_NUMBER.due} WHERE webhook_id = ? AND owed = ${OWED_NUMBER.owed} AND owed > 0`,
    ),
    // In the words of the partial index. The cast saves compiling anew for each value, see queue/delivery-line.ts.
    selectDue: db.prepare<[limit: number], ToldRow>(
      `SELECT * FROM told INDEXED BY told_owed WHERE owed = ${OWED_NUMBER.due} AND owed > 0
       ORDER BY webhook_id, alert_id LIMIT CAST(? AS INTEGER)`,
    ),
  }
}
