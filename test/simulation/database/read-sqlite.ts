import type { Database } from 'better-sqlite3'
import { toReceiverState, type ReceiverStateRow } from '../../../src/storage/rows/receiver-state-row.ts'
import { DELIVERY_COLUMNS, type DeliveryFacts } from '../model/change-log.ts'
import type { Stored, StoredAlert } from './stored.ts'

export function readSqlite(db: Database): Omit<Stored, 'reported'> {
  return {
    deliveries: db.prepare<[], DeliveryFacts>(`SELECT ${DELIVERY_COLUMNS} FROM deliveries`).all(),
    events: db.prepare<[], number>('SELECT id FROM events').pluck().all(),
    attempts: db
      .prepare<[], Stored['attempts'][number]>(
        'SELECT delivery_id AS deliveryId, count(*) AS count, max(number) AS last FROM attempts GROUP BY delivery_id',
      )
      .all(),
    webhooks: db
      .prepare<[], { id: number; enabled: number; url: string }>('SELECT id, enabled, url FROM webhooks')
      .all()
      .map(({ enabled, ...webhook }) => ({ ...webhook, enabled: enabled === 1 })),
    alerts: db
      .prepare<[], StoredAlert>(
        "SELECT id, source || ' ' || key AS name, state, changed_at AS changedAt, expires_at AS promisedUntil, ends_at AS endsAt FROM alerts",
      )
      .all(),
    memory: db.prepare<[], ReceiverStateRow>('SELECT * FROM receiver_states').all().map(toReceiverState),
    flows: db
      .prepare<[], Stored['flows'][number]>('SELECT webhook_id AS webhookId, failures FROM webhook_flow')
      .all(),
  }
}
