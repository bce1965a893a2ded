import type { AlertId, DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { ReceiverState, ReceiverStateKey } from '../../../domain/receiver-state/receiver-state.ts'
import { alertOfSubject, isAlertSubject } from '../../rows/delivery-row.ts'
import type { ReceiverStateRow } from '../../rows/receiver-state-row.ts'
import { RESYNC_NUMBER, toReceiverState, toReceiverStateRow } from '../../rows/receiver-state-row.ts'
import { nameOfPair, type StatesByPair, type StateWrite } from '../../changes/state-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { statement, type Value } from '../connection/statement.ts'

const COLUMNS = {
  alert_id: 'bigint',
  webhook_id: 'bigint',
  sent_state: 'text',
  sent_episode_number: 'integer',
  uncertain: 'smallint',
  desired_state: 'text',
  desired_episode_number: 'integer',
  event_id: 'bigint',
  resync: 'smallint',
  out_of_sync_since: 'bigint',
  escalated: 'smallint',
  held_by: 'bigint',
  restate: 'smallint',
} as const satisfies Record<keyof ReceiverStateRow, string>
const NAMES = Object.keys(COLUMNS) as readonly (keyof ReceiverStateRow)[]

type PairValues = [alertIds: readonly AlertId[], webhookIds: readonly WebhookId[]]

const FIND = statement<PairValues, ReceiverStateRow>(`
SELECT receiver_states.* FROM unnest($1::bigint[], $2::bigint[]) AS pair (alert_id, webhook_id)
JOIN receiver_states ON receiver_states.alert_id = pair.alert_id AND receiver_states.webhook_id = pair.webhook_id`)

/**
 * Selects the receiver states of deliveries. Compares the subject outside of OFFSET 0, or an index that
 * begins with it would be searched through.
 */
export const FIND_OF_DELIVERIES = statement<[ids: readonly DeliveryId[]], ReceiverStateRow>(`
SELECT receiver_states.* FROM (SELECT subject, webhook_id FROM deliveries WHERE id = ANY ($1) OFFSET 0) AS given
JOIN receiver_states ON receiver_states.alert_id = CASE WHEN ${isAlertSubject('given.subject')} THEN ${alertOfSubject('given.subject')} END
  AND receiver_states.webhook_id = given.webhook_id`)

type ReceiverStateValues = (readonly ReceiverStateRow[keyof ReceiverStateRow][])[]

const GIVEN = `unnest(${NAMES.map((name, index) => `$${index + 1}::${COLUMNS[name]}[]`).join(', ')})`

/**
 * Two statements: one for both would look for each row twice. Adding a pair needs the same lock; if it exists
 * nevertheless, all begins again (faults.ts).
 */
const ADD = statement<ReceiverStateValues>(
  `INSERT INTO receiver_states (${NAMES.join(', ')}) SELECT * FROM ${GIVEN}`,
)

const CHANGE = statement<ReceiverStateValues>(`
UPDATE receiver_states SET ${NAMES.slice(2)
  .map((name) => `${name} = given.${name}`)
  .join(', ')}
FROM ${GIVEN} AS given (${NAMES.join(', ')})
WHERE receiver_states.alert_id = given.alert_id AND receiver_states.webhook_id = given.webhook_id`)

/**
 * Returns the parts of a WITH that write receiver states, given by `receiverStateValues` from parameter
 * `first` on; each names its event by its index in `eventIds`.
 */
export function saveReceiverStateSql(first: number, eventIds: string): string {
  const parameters = NAMES.map((name, index) => `$${first + index}::${COLUMNS[name]}[]`)
  const columns = NAMES.map((name) => (name === 'event_id' ? `(${eventIds})[event_id] AS event_id` : name))
  return `given_states AS MATERIALIZED (
      SELECT ${columns.join(', ')}, is_known
      FROM unnest(${parameters.join(', ')}, $${first + NAMES.length}::boolean[]) AS given (${NAMES.join(', ')}, is_known)
    ), added_states AS (
      INSERT INTO receiver_states (${NAMES.join(', ')}) SELECT ${NAMES.join(', ')} FROM given_states WHERE NOT is_known
    ), changed_states AS (
      UPDATE receiver_states SET ${NAMES.slice(2)
        .map((name) => `${name} = given.${name}`)
        .join(', ')}
      FROM given_states AS given
      WHERE given.is_known AND receiver_states.alert_id = given.alert_id AND receiver_states.webhook_id = given.webhook_id
    )`
}

/** Returns the values for `saveReceiverStateSql`; event ids are positions. */
export function receiverStateValues(writes: readonly StateWrite[]): readonly Value[] {
  const ordered = writes.toSorted(({ pair: one }, { pair: other }) => comparePairs(one, other))
  const put = ordered.flatMap(({ after, before }) =>
    after === null ? [] : [{ after, isKnown: before !== undefined }],
  )
  return [...columnsOf(put.map(({ after }) => after)), put.map(({ isKnown }) => isKnown)]
}

const REMOVE = statement<PairValues>(`
DELETE FROM receiver_states USING unnest($1::bigint[], $2::bigint[]) AS pair (alert_id, webhook_id)
WHERE receiver_states.alert_id = pair.alert_id AND receiver_states.webhook_id = pair.webhook_id`)

const MAKE_DUE = statement<[webhookIds: readonly WebhookId[]]>(
  `UPDATE receiver_states SET resync = ${RESYNC_NUMBER.due} WHERE webhook_id = ANY ($1) AND resync = ${RESYNC_NUMBER.later} AND resync > 0 AND held_by IS NULL`,
)

const CLEAR_RESYNC = statement<PairValues>(`
UPDATE receiver_states SET resync = ${RESYNC_NUMBER.none}, held_by = NULL FROM unnest($1::bigint[], $2::bigint[]) AS pair (alert_id, webhook_id)
WHERE receiver_states.alert_id = pair.alert_id AND receiver_states.webhook_id = pair.webhook_id AND resync <> ${RESYNC_NUMBER.none}`)

export const SELECT_DUE = statement<[limit: number], ReceiverStateRow>(`
SELECT * FROM receiver_states WHERE resync = ${RESYNC_NUMBER.due} AND resync > 0 ORDER BY webhook_id, alert_id LIMIT $1`)

export function byPair(rows: readonly ReceiverStateRow[]): StatesByPair {
  return new Map(rows.map(toReceiverState).map((receiverState) => [nameOfPair(receiverState), receiverState]))
}

export async function findReceiverState(
  transaction: Transaction,
  pairs: readonly ReceiverStateKey[],
): Promise<StatesByPair> {
  if (pairs.length === 0) return new Map()
  return byPair((await transaction.query(FIND, valuesOf(pairs))).rows)
}

export async function findReceiverStatesOf(
  transaction: Transaction,
  deliveryIds: readonly DeliveryId[],
): Promise<StatesByPair> {
  return byPair((await transaction.query(FIND_OF_DELIVERIES, [deliveryIds])).rows)
}

/** Writes receiver states in one order, against deadlocks. Each pair is given once. */
export async function writeReceiverStates(
  transaction: Transaction,
  writes: readonly StateWrite[],
): Promise<void> {
  const ordered = writes.toSorted(({ pair: one }, { pair: other }) => comparePairs(one, other))
  const put = (isKnown: boolean) =>
    ordered.flatMap(({ before, after }) =>
      after !== null && isKnown === (before !== undefined) ? [after] : [],
    )
  const [added, changed] = [put(false), put(true)]
  await Promise.all([
    added.length > 0 && transaction.query(ADD, columnsOf(added)),
    changed.length > 0 && transaction.query(CHANGE, columnsOf(changed)),
    removeReceiverStates(transaction, ordered),
  ])
}

export async function removeReceiverStates(
  transaction: Transaction,
  writes: readonly StateWrite[],
): Promise<void> {
  const removed = writes.flatMap(({ pair, before, after }) => (after === null && before ? [pair] : []))
  if (removed.length > 0) await transaction.query(REMOVE, valuesOf(removed))
}

/** Makes due what is out of sync at these webhooks. */
export async function makeDue(transaction: Transaction, webhookIds: readonly WebhookId[]): Promise<void> {
  if (webhookIds.length > 0) await transaction.query(MAKE_DUE, [webhookIds])
}

/** Notes that deliveries carry the state again. */
export async function clearResync(
  transaction: Transaction,
  pairs: readonly ReceiverStateKey[],
): Promise<void> {
  if (pairs.length > 0) await transaction.query(CLEAR_RESYNC, valuesOf(pairs))
}

function columnsOf(receiverState: readonly ReceiverState[]): ReceiverStateValues {
  const rows = receiverState.map(toReceiverStateRow)
  return NAMES.map((name) => rows.map((row) => row[name]))
}

function valuesOf(pairs: readonly ReceiverStateKey[]): PairValues {
  return [pairs.map(({ alertId }) => alertId), pairs.map(({ webhookId }) => webhookId)]
}

function comparePairs(one: ReceiverStateKey, other: ReceiverStateKey): number {
  return one.alertId - other.alertId || one.webhookId - other.webhookId
}
