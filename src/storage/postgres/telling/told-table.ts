import type { AlertId, DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Told, ToldPair } from '../../../domain/telling/told.ts'
import { alertOfSubject, isAlertSubject } from '../../rows/alert-of-subject.ts'
import { OWED_NUMBER, toTold, toToldRow, type ToldRow } from '../../rows/told-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement } from '../connection/statement.ts'

/** What is remembered of a pair, as it was read and as it is to be; null: it is forgotten. */
export interface ToldWrite {
  readonly pair: ToldPair
  readonly before: Told | undefined
  readonly after: Told | null
}

const COLUMNS = {
  alert_id: 'bigint',
  webhook_id: 'bigint',
  known_state: 'text',
  known_raise: 'integer',
  maybe: 'smallint',
  present_state: 'text',
  present_raise: 'integer',
  event_id: 'bigint',
  owed: 'smallint',
  owed_since: 'bigint',
  follows: 'smallint',
} as const satisfies Record<keyof ToldRow, string>
const NAMES = Object.keys(COLUMNS) as readonly (keyof ToldRow)[]

type PairValues = [alertIds: readonly AlertId[], webhookIds: readonly WebhookId[]]

const FIND = statement<PairValues, ToldRow>(`
SELECT told.* FROM unnest($1::bigint[], $2::bigint[]) AS pair (alert_id, webhook_id)
JOIN told ON told.alert_id = pair.alert_id AND told.webhook_id = pair.webhook_id`)

/**
 * Of the pairs that these deliveries belong to. What they are about is asked outside of OFFSET 0: inside, all that is unfinished would
 * be looked through for it in an index that begins with the subject.
 */
export const FIND_OF_DELIVERIES = statement<[ids: readonly DeliveryId[]], ToldRow>(`
SELECT told.* FROM (SELECT subject, webhook_id FROM deliveries WHERE id = ANY ($1) OFFSET 0) AS given
JOIN told ON told.alert_id = CASE WHEN ${isAlertSubject('given.subject')} THEN ${alertOfSubject('given.subject')} END
  AND told.webhook_id = given.webhook_id`)

const PUT = statement<(readonly ToldRow[keyof ToldRow][])[]>(`
INSERT INTO told (${NAMES.join(', ')})
SELECT * FROM unnest(${NAMES.map((name, index) => `$${index + 1}::${COLUMNS[name]}[]`).join(', ')})
ON CONFLICT (alert_id, webhook_id) DO UPDATE SET ${NAMES.slice(2)
  .map((name) => `${name} = excluded.${name}`)
  .join(', ')}`)

const REMOVE = statement<PairValues>(`
DELETE FROM told USING unnest($1::bigint[], $2::bigint[]) AS pair (alert_id, webhook_id)
WHERE told.alert_id = pair.alert_id AND told.webhook_id = pair.webhook_id`)

const MAKE_DUE = statement<[webhookIds: readonly WebhookId[]]>(
  `UPDATE told SET owed = ${OWED_NUMBER.due} WHERE webhook_id = ANY ($1) AND owed = ${OWED_NUMBER.owed} AND owed > 0`,
)

const OWE_NOTHING = statement<PairValues>(`
UPDATE told SET owed = ${OWED_NUMBER.none} FROM unnest($1::bigint[], $2::bigint[]) AS pair (alert_id, webhook_id)
WHERE told.alert_id = pair.alert_id AND told.webhook_id = pair.webhook_id AND owed <> ${OWED_NUMBER.none}`)

export const SELECT_DUE = statement<[limit: number], ToldRow>(`
SELECT * FROM told WHERE owed = ${OWED_NUMBER.due} AND owed > 0 ORDER BY webhook_id, alert_id LIMIT $1`)

/** By pair, see `nameOfPair`. */
export type ToldByPair = ReadonlyMap<string, Told>

export function nameOfPair({ alertId, webhookId }: ToldPair): string {
  return `${webhookId} ${alertId}`
}

export function byPair(rows: readonly ToldRow[]): ToldByPair {
  return new Map(rows.map(toTold).map((told) => [nameOfPair(told), told]))
}

export async function findTold(transaction: Transaction, pairs: readonly ToldPair[]): Promise<ToldByPair> {
  if (pairs.length === 0) return new Map()
  return byPair((await transaction.query(FIND, valuesOf(pairs))).rows)
}

export async function findToldOf(
  transaction: Transaction,
  deliveryIds: readonly DeliveryId[],
): Promise<ToldByPair> {
  return byPair((await transaction.query(FIND_OF_DELIVERIES, [deliveryIds])).rows)
}

/** In one order, so that two nodes do not wait for each other. Each pair is given once. */
export async function writeTold(transaction: Transaction, writes: readonly ToldWrite[]): Promise<void> {
  const ordered = writes.toSorted(({ pair: one }, { pair: other }) => comparePairs(one, other))
  const put = ordered.flatMap(({ after }) => (after === null ? [] : [toToldRow(after)]))
  const removed = ordered.flatMap(({ pair, before, after }) => (after === null && before ? [pair] : []))
  await Promise.all([
    put.length > 0 &&
      transaction.query(
        PUT,
        NAMES.map((name) => put.map((row) => row[name])),
      ),
    removed.length > 0 && transaction.query(REMOVE, valuesOf(removed)),
  ])
}

/** What these webhooks are owed is due from now on. */
export async function makeDue(transaction: Transaction, webhookIds: readonly WebhookId[]): Promise<void> {
  if (webhookIds.length > 0) await transaction.query(MAKE_DUE, [webhookIds])
}

/** Deliveries carry it once more. */
export async function oweNothing(transaction: Transaction, pairs: readonly ToldPair[]): Promise<void> {
  if (pairs.length > 0) await transaction.query(OWE_NOTHING, valuesOf(pairs))
}

function valuesOf(pairs: readonly ToldPair[]): PairValues {
  return [pairs.map(({ alertId }) => alertId), pairs.map(({ webhookId }) => webhookId)]
}

function comparePairs(one: ToldPair, other: ToldPair): number {
  return one.alertId - other.alertId || one.webhookId - other.webhookId
}
