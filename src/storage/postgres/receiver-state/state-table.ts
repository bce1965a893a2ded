import type { DeliveryId, WebhookId } from '../../../domain/ids.ts'
import type { ReceiverStateKey } from '../../../domain/receiver-state/receiver-state.ts'
import { alertOfSubject, isAlertSubject } from '../../rows/delivery-row.ts'
import type { ReceiverStateRow } from '../../rows/receiver-state-row.ts'
import {
  RECEIVER_STATE_COLUMNS,
  RESYNC_NUMBER,
  toReceiverState,
  toReceiverStateRow,
} from '../../rows/receiver-state-row.ts'
import { nameOfPair, type StatesByPair, type StateWrite } from '../../changes/state-rows.ts'
import type { Transaction } from '../connection/database.ts'
import { arraysOf, columnsOf, givenSql, listStatement, setStatement } from '../connection/set-statement.ts'
import { statement, type Value } from '../connection/statement.ts'

const COLUMNS = columnsOf<ReceiverStateRow>(RECEIVER_STATE_COLUMNS)
const NAMES = Object.keys(COLUMNS)

const PAIR = { alertId: 'bigint', webhookId: 'bigint' } as const
const IS_GIVEN = `receiver_states.alert_id = given."alertId" AND receiver_states.webhook_id = given."webhookId"`

const FIND = setStatement<ReceiverStateKey, [], ReceiverStateRow>(PAIR)(
  `SELECT receiver_states.* FROM GIVEN JOIN receiver_states ON ${IS_GIVEN}`,
)

/**
 * Selects the receiver states of deliveries. Compares the subject outside of OFFSET 0, or an index that
 * begins with it would be searched through.
 */
export const FIND_OF_DELIVERIES = listStatement<DeliveryId, [], ReceiverStateRow>(`
SELECT receiver_states.* FROM (SELECT subject, webhook_id FROM deliveries WHERE id = ANY ($1) OFFSET 0) AS given
JOIN receiver_states ON receiver_states.alert_id = CASE WHEN ${isAlertSubject('given.subject')} THEN ${alertOfSubject('given.subject')} END
  AND receiver_states.webhook_id = given.webhook_id`)

/**
 * Two statements: one for both would look for each row twice. Adding a pair needs the same lock; if it exists
 * nevertheless, all begins again (faults.ts).
 */
const ADD = setStatement<ReceiverStateRow>(COLUMNS)(
  `INSERT INTO receiver_states (${NAMES.join(', ')}) SELECT * FROM GIVEN`,
)

/** Sets all columns but the key. */
const SET_GIVEN = `UPDATE receiver_states SET ${NAMES.slice(2)
  .map((name) => `${name} = given.${name}`)
  .join(', ')}`
const IS_SAME = 'receiver_states.alert_id = given.alert_id AND receiver_states.webhook_id = given.webhook_id'

const CHANGE = setStatement<ReceiverStateRow>(COLUMNS)(`${SET_GIVEN} FROM GIVEN WHERE ${IS_SAME}`)

const COLUMNS_AND_KNOWN = { ...COLUMNS, is_known: 'boolean' } as const

/**
 * Returns the parts of a WITH that write receiver states, given by `receiverStateValues` from parameter
 * `first` on; each names its event by its index in `eventIds`.
 */
export function saveReceiverStateSql(first: number, eventIds: string): string {
  const columns = NAMES.map((name) => (name === 'event_id' ? `(${eventIds})[event_id] AS event_id` : name))
  return `given_states AS MATERIALIZED (
      SELECT ${columns.join(', ')}, is_known
      FROM ${givenSql(COLUMNS_AND_KNOWN, { first })}
    ), added_states AS (
      INSERT INTO receiver_states (${NAMES.join(', ')}) SELECT ${NAMES.join(', ')} FROM given_states WHERE NOT is_known
    ), changed_states AS (
      ${SET_GIVEN} FROM given_states AS given WHERE given.is_known AND ${IS_SAME}
    )`
}

/** Returns the values for `saveReceiverStateSql`; event ids are positions. */
export function receiverStateValues(writes: readonly StateWrite[]): readonly Value[] {
  const ordered = writes.toSorted(({ pair: one }, { pair: other }) => comparePairs(one, other))
  const rows = ordered.flatMap(({ after, before }) =>
    after === null ? [] : [{ ...toReceiverStateRow(after), is_known: before !== undefined }],
  )
  return arraysOf(COLUMNS_AND_KNOWN, rows)
}

const REMOVE = setStatement<ReceiverStateKey>(PAIR)(
  `DELETE FROM receiver_states USING GIVEN WHERE ${IS_GIVEN}`,
)

/** Makes due what is out of sync at these webhooks. */
export const MAKE_DUE = listStatement<WebhookId>(
  `UPDATE receiver_states SET resync = ${RESYNC_NUMBER.due} WHERE webhook_id = ANY ($1) AND resync = ${RESYNC_NUMBER.later} AND resync > 0 AND held_by IS NULL`,
)

export const SELECT_DUE = statement<[limit: number], ReceiverStateRow>(`
SELECT * FROM receiver_states WHERE resync = ${RESYNC_NUMBER.due} AND resync > 0 ORDER BY webhook_id, alert_id LIMIT $1`)

export function byPair(rows: readonly ReceiverStateRow[]): StatesByPair {
  return new Map(rows.map(toReceiverState).map((receiverState) => [nameOfPair(receiverState), receiverState]))
}

export async function findReceiverState(
  transaction: Transaction,
  pairs: readonly ReceiverStateKey[],
): Promise<StatesByPair> {
  return byPair(await FIND.read(transaction, pairs))
}

/** Writes receiver states in one order, against deadlocks. Each pair is given once. */
export async function writeReceiverStates(
  transaction: Transaction,
  writes: readonly StateWrite[],
): Promise<void> {
  const ordered = writes.toSorted(({ pair: one }, { pair: other }) => comparePairs(one, other))
  const put = (isKnown: boolean) =>
    ordered.flatMap(({ before, after }) =>
      after !== null && isKnown === (before !== undefined) ? [toReceiverStateRow(after)] : [],
    )
  await Promise.all([
    ADD.write(transaction, put(false)),
    CHANGE.write(transaction, put(true)),
    removeReceiverStates(transaction, ordered),
  ])
}

export async function removeReceiverStates(
  transaction: Transaction,
  writes: readonly StateWrite[],
): Promise<void> {
  const removed = writes.flatMap(({ pair, before, after }) => (after === null && before ? [pair] : []))
  await REMOVE.write(transaction, removed)
}

function comparePairs(one: ReceiverStateKey, other: ReceiverStateKey): number {
  return one.alertId - other.alertId || one.webhookId - other.webhookId
}
