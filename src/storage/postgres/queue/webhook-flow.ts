import type { Breaker, BreakerChange } from '../../../domain/flow/breaker.ts'
import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import { BREAKER_COLUMNS, toBreaker, type FlowRow } from '../../rows/flow-row.ts'
import { afterSignals } from '../../changes/receiver-health.ts'
import type { FlowSignal } from '../../changes/rows.ts'
import type { Transaction } from '../connection/database.ts'
import { type Columns, setStatement } from '../connection/set-statement.ts'
import { statement } from '../connection/statement.ts'

/** Inserts missing rows, so that the next statement can lock all. */
const MAKE = statement<[webhookIds: readonly WebhookId[]]>(
  'INSERT INTO webhook_flow (webhook_id) SELECT id FROM unnest($1::bigint[]) AS id ORDER BY id ON CONFLICT DO NOTHING',
)

/** Locks in the order of ids, against deadlocks. */
const LOCK = statement<[webhookIds: readonly WebhookId[]], FlowRow>(
  'SELECT * FROM webhook_flow WHERE webhook_id = ANY ($1) ORDER BY webhook_id FOR NO KEY UPDATE',
)

const MEMBERS = Object.entries(BREAKER_COLUMNS)
const TYPES = Object.fromEntries(MEMBERS.map(([member, [, type]]) => [member, type])) as Columns<Breaker>

/** Leaves the rate alone: claims write it. */
const WRITE = setStatement<Breaker & Pick<FlowRow, 'webhook_id'>>({ webhook_id: 'bigint', ...TYPES })(`
UPDATE webhook_flow SET ${MEMBERS.map(([member, [column]]) => `${column} = given."${member}"`).join(', ')}
FROM GIVEN WHERE webhook_flow.webhook_id = given.webhook_id`)

/** Notes the signals in order, for the webhooks of `changedBy`. */
export async function noteSignals(
  transaction: Transaction,
  signals: readonly FlowSignal[],
  ids: readonly WebhookId[],
  now: Instant,
): Promise<void> {
  if (ids.length === 0) return
  const byWebhook = Map.groupBy(signals, ({ webhookId }) => webhookId)
  const made = transaction.query(MAKE, [ids])
  await changeBreakers(transaction, ids, (breaker, id) => afterSignals(breaker, byWebhook.get(id) ?? [], now))
  await made
}

const SEND_FIRST = statement<[webhookId: WebhookId, deliveryId: DeliveryId]>(`
INSERT INTO webhook_flow (webhook_id, first_delivery_id) VALUES ($1, $2)
  ON CONFLICT (webhook_id) DO UPDATE SET first_delivery_id = excluded.first_delivery_id`)

/** Somebody asks for this one: it is the next that is sent there. */
export async function sendFirst(
  transaction: Transaction,
  webhookId: WebhookId,
  deliveryId: DeliveryId,
): Promise<void> {
  await transaction.query(SEND_FIRST, [webhookId, deliveryId])
}

export async function changeBreakers(
  transaction: Transaction,
  webhookIds: readonly WebhookId[],
  change: BreakerChange,
): Promise<void> {
  const { rows } = await transaction.query(LOCK, [webhookIds])
  const changed = rows.flatMap((row) => {
    const before = toBreaker(row)
    const breaker = change(before, row.webhook_id)
    return breaker === before ? [] : [{ webhook_id: row.webhook_id, ...breaker }]
  })
  await WRITE.write(transaction, changed)
}
