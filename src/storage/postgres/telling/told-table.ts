import type { AlertId, DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { Told, ToldPair } from '../../../domain/telling/told.ts'
import { alertOfSubject, isAlertSubject } from '../../rows/alert-of-subject.ts'
import { OWED_NUMBER, toTold, toToldRow, type ToldRow } from '../../rows/told-row.ts'
import type { Transaction } from '../connection/database.ts'
import { statement, type Value } from '../connection/statement.ts'

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

type ToldValues = (readonly ToldRow[keyof ToldRow][])[]

const GIVEN = `unnest(${NAMES.map((name, index) => `$${index + 1}::${COLUMNS[name]}[]`).join(', ')})`

/**
 * Two statements, for one that does both looks for each row twice, and locks what it finds before it writes it. Somebody who adds the
 * same pair has to hold the same lock: if it was there nevertheless, all is begun anew (faults.ts).
 */
const ADD = statement<ToldValues>(`INSERT INTO told (${NAMES.join(', ')}) SELECT * FROM ${GIVEN}`)

const CHANGE = statement<ToldValues>(`
UPDATE told SET ${NAMES.slice(2)
  .map((name) => `${name} = given.${name}`)
  .join(', ')}
FROM ${GIVEN} AS given (${NAMES.join(', ')})
WHERE told.alert_id = given.alert_id AND told.webhook_id = given.webhook_id`)

/**
 * The parts of a WITH that write what is remembered beside new events, as `toldValues` gives it from the parameter `first` on: each is of
 * an event by its place in the array of ids that `eventIds` answers.
 */
export function saveToldSql(first: number, eventIds: string): string {
  const parameters = NAMES.map((name, index) => `$${first + index}::${COLUMNS[name]}[]`)
  const columns = NAMES.map((name) => (name === 'event_id' ? `(${eventIds})[event_id] AS event_id` : name))
  return `given_told AS MATERIALIZED (
      SELECT ${columns.join(', ')}, is_known
      FROM unnest(${parameters.join(', ')}, $${first + NAMES.length}::boolean[]) AS given (${NAMES.join(', ')}, is_known)
    ), added_told AS (
      INSERT INTO told (${NAMES.join(', ')}) SELECT ${NAMES.join(', ')} FROM given_told WHERE NOT is_known
    ), changed_told AS (
      UPDATE told SET ${NAMES.slice(2)
        .map((name) => `${name} = given.${name}`)
        .join(', ')}
      FROM given_told AS given
      WHERE given.is_known AND told.alert_id = given.alert_id AND told.webhook_id = given.webhook_id
    )`
}

/** For `saveToldSql`; as the id of its event each has the place of that. */
export function toldValues(writes: readonly ToldWrite[]): readonly Value[] {
  const ordered = writes.toSorted(({ pair: one }, { pair: other }) => comparePairs(one, other))
  const put = ordered.flatMap(({ after, before }) =>
    after === null ? [] : [{ after, isKnown: before !== undefined }],
  )
  return [...columnsOf(put.map(({ after }) => after)), put.map(({ isKnown }) => isKnown)]
}

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
  const put = (isKnown: boolean) =>
    ordered.flatMap(({ before, after }) =>
      after !== null && isKnown === (before !== undefined) ? [after] : [],
    )
  const [added, changed] = [put(false), put(true)]
  await Promise.all([
    added.length > 0 && transaction.query(ADD, columnsOf(added)),
    changed.length > 0 && transaction.query(CHANGE, columnsOf(changed)),
    removeTold(transaction, ordered),
  ])
}

/** Those of them that are forgotten. */
export async function removeTold(transaction: Transaction, writes: readonly ToldWrite[]): Promise<void> {
  const removed = writes.flatMap(({ pair, before, after }) => (after === null && before ? [pair] : []))
  if (removed.length > 0) await transaction.query(REMOVE, valuesOf(removed))
}

/** What these webhooks are owed is due from now on. */
export async function makeDue(transaction: Transaction, webhookIds: readonly WebhookId[]): Promise<void> {
  if (webhookIds.length > 0) await transaction.query(MAKE_DUE, [webhookIds])
}

/** Deliveries carry it once more. */
export async function oweNothing(transaction: Transaction, pairs: readonly ToldPair[]): Promise<void> {
  if (pairs.length > 0) await transaction.query(OWE_NOTHING, valuesOf(pairs))
}

function columnsOf(told: readonly Told[]): ToldValues {
  const rows = told.map(toToldRow)
  return NAMES.map((name) => rows.map((row) => row[name]))
}

function valuesOf(pairs: readonly ToldPair[]): PairValues {
  return [pairs.map(({ alertId }) => alertId), pairs.map(({ webhookId }) => webhookId)]
}

function comparePairs(one: ToldPair, other: ToldPair): number {
  return one.alertId - other.alertId || one.webhookId - other.webhookId
}
