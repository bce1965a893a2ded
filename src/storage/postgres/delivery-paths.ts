import type { DeliveryFilter, DeliveryState } from '../../domain/delivery.ts'
import { alertSubject } from '../../domain/event.ts'
import { ENDED_COLUMNS, HOT_COLUMNS } from './delivery-columns.ts'
import { CLOCK_SLACK_MS } from './id-bounds.ts'
import { between, equals, join, oneOf, where, wrap, type Piece, type Pieces } from './pieces.ts'
import { walk, type IdSpan } from './walk.ts'

export interface DeliverySearch {
  readonly filter: DeliveryFilter
  readonly ids: IdSpan
  readonly limit: number
  readonly direction: 'ASC' | 'DESC'
}

export const UNFINISHED = ['waiting', 'pending', 'sending'] as const satisfies readonly DeliveryState[]
export const ENDED = ['delivered', 'failed', 'cancelled'] as const satisfies readonly DeliveryState[]

/** So many of the newest are looked through for a state that most may have, before it is looked for in other ways. */
const WINDOW = 5_000

/**
 * The ways to the deliveries that fit, each a statement of its own with at most `limit` rows in the order of their ids.
 * However rare or absent they are, none of them reads more than what belongs to one event, alert or webhook, or a piece
 * of an index; but for unfinished ones of one state, for which all that is unfinished may be read.
 */
export function deliveryPaths(search: DeliverySearch): readonly Piece[] {
  const { states = [...UNFINISHED, ...ENDED] } = search.filter
  const hot = UNFINISHED.filter((state) => states.includes(state))
  const ended = ENDED.filter((state) => states.includes(state))
  return [
    ...(hot.length > 0 ? hotPaths(search, hot) : []),
    ...(ended.length > 0 ? endedPaths(search, ended) : []),
  ]
}

function hotPaths(search: DeliverySearch, states: readonly DeliveryState[]): readonly Piece[] {
  const { filter, ids, limit, direction } = search
  const { webhookId, eventId, alertId } = filter
  const conditions = conditionsOf(filter, states.length === UNFINISHED.length ? undefined : states)
  const source = `SELECT ${HOT_COLUMNS} FROM deliveries`
  if (eventId !== undefined) {
    return [gathered(wrap(`${source} `, where([equals('event_id', eventId)])), search, conditions)]
  }
  if (alertId !== undefined) {
    const line = where([equals('subject', alertSubject(alertId))])
    return [gathered(wrap(`${source} `, line), search, conditions)]
  }
  const prefix = webhookId === undefined ? [] : ([['webhook_id', webhookId]] as const)
  const all = { table: 'deliveries', columns: HOT_COLUMNS, prefix, ids, limit }
  const isFewAmongAll = states.length === 1 && states[0] !== 'waiting' && direction === 'DESC'
  if (!isFewAmongAll) return [walk({ ...all, conditions }, direction)]
  const heads: Piece = [`${source} WHERE state <> 'waiting'`]
  return [windowed(walk({ ...all, limit: WINDOW }, direction), heads, search, conditions)]
}

function endedPaths(search: DeliverySearch, states: readonly DeliveryState[]): readonly Piece[] {
  const { filter, ids, limit, direction } = search
  const { webhookId, eventId, alertId, until } = filter
  const conditions = [
    ...conditionsOf(filter, undefined),
    // Nothing is made before its event is accepted: days after that are left out.
    until !== undefined && (['event_at < ?', until + CLOCK_SLACK_MS] as const),
  ]
  const wanted = states.length === ENDED.length ? [] : [oneOf('state', states)]
  if (eventId !== undefined) return [gathered(ofEvent(eventId), search, [...conditions, ...wanted])]
  if (alertId !== undefined) return [gathered(ofAlert(alertId), search, [...conditions, ...wanted])]

  const all = { table: 'ended_deliveries', columns: ENDED_COLUMNS, prefix: [], ids, limit }
  if (webhookId !== undefined) {
    return states.map((state) => {
      const prefix = [['webhook_id', webhookId] as const, ['state', state] as const]
      return walk({ ...all, prefix, conditions }, direction)
    })
  }
  if (wanted.length === 0) return [walk({ ...all, conditions }, direction)]
  return states.map((state) => {
    if (state === 'delivered') return delivered(search, conditions)
    // In these words the partial index can be used.
    const only = [...conditions, ["state <> 'delivered'"] as const]
    return walk({ ...all, prefix: [['state', state]], conditions: only }, direction)
  })
}

/** Of one webhook and state at the most, so the rest of a filter. */
function conditionsOf(
  { webhookId, from, until }: DeliveryFilter,
  states: readonly DeliveryState[] | undefined,
) {
  return [
    equals('webhook_id', webhookId),
    oneOf('state', states),
    ...between('created_at', from, until),
  ] satisfies Pieces
}

/** All that `source` finds, and then what fits, sorted. */
function gathered(source: Piece, { ids, limit, direction }: DeliverySearch, conditions: Pieces): Piece {
  return join(
    [
      // OFFSET 0 keeps the planner from looking for them in the order of their ids, among all the others.
      wrap('SELECT * FROM (', source, ' OFFSET 0) AS gathered'),
      where([['id > ?', ids.after], ['id < ?', ids.before], ...conditions]),
      [`ORDER BY id ${direction} LIMIT ?`, limit],
    ],
    ' ',
  )
}

function ofEvent(id: number): Piece {
  return [
    `SELECT ${ENDED_COLUMNS} FROM ended_deliveries
     WHERE event_id = ? AND event_at = (SELECT accepted_at FROM events WHERE id = ? ORDER BY id LIMIT 1)`,
    id,
    id,
  ]
}

function ofAlert(id: number): Piece {
  return [
    `SELECT found.* FROM (
       SELECT id, accepted_at FROM events WHERE alert_id = ? AND alert_id IS NOT NULL OFFSET 0
     ) AS event CROSS JOIN LATERAL (
       SELECT ${ENDED_COLUMNS} FROM ended_deliveries WHERE event_id = event.id AND event_at = event.accepted_at OFFSET 0
     ) AS found`,
    id,
  ]
}

/**
 * Nearly all that have ended have been delivered, so the newest of all are looked through. Where that was not so for
 * long, the rest is gathered from every webhook that there was, a page of each.
 */
function delivered(search: DeliverySearch, conditions: Pieces): Piece {
  const { ids, limit, direction } = search
  const ended = { table: 'ended_deliveries', columns: ENDED_COLUMNS, prefix: [], ids }
  const each = join(
    [
      [`SELECT ${ENDED_COLUMNS} FROM ended_deliveries`],
      where([
        [`(webhook_id, state, id) > (webhook.id, 'delivered', ?)`, ids.after],
        [`(webhook_id, state, id) < (webhook.id, 'delivered', ?)`, ids.before],
        ...conditions,
      ]),
      [`ORDER BY webhook_id ${direction}, state ${direction}, id ${direction} LIMIT ?`, limit],
    ],
    ' ',
  )
  const ofAll = wrap(
    `SELECT each_one.* FROM (
       WITH RECURSIVE webhook (id) AS (
         SELECT (SELECT webhook_id FROM ended_deliveries ORDER BY webhook_id LIMIT 1)
         UNION ALL
         SELECT (SELECT webhook_id FROM ended_deliveries WHERE webhook_id > webhook.id ORDER BY webhook_id LIMIT 1)
         FROM webhook WHERE webhook.id IS NOT NULL
       ) SELECT id FROM webhook WHERE id IS NOT NULL
     ) AS webhook CROSS JOIN LATERAL (`,
    each,
    ') AS each_one',
  )
  const wanted = [...conditions, ["state = 'delivered'"] as const]
  return windowed(walk({ ...ended, limit: WINDOW }, direction), ofAll, search, wanted)
}

/**
 * What fits among the rows of the window, and only if the page is not full with them, what the other way finds: rows of
 * UNION ALL come in the order of its parts, those of a CTE in its own, and no further than the limit asks for.
 */
function windowed(
  window: Piece,
  rest: Piece,
  { limit, direction }: DeliverySearch,
  conditions: Pieces,
): Piece {
  const end = direction === 'DESC' ? 'min' : 'max'
  const further = direction === 'DESC' ? '<' : '>'
  const fitting = where(conditions)
  return join(
    [
      wrap('WITH seen AS MATERIALIZED (', window, ')'),
      wrap('SELECT * FROM (SELECT * FROM (SELECT * FROM seen ', fitting, ') AS near'),
      wrap('UNION ALL SELECT * FROM (SELECT * FROM (', rest, ' OFFSET 0) AS far'),
      where([...conditions, [`id ${further} (SELECT ${end}(id) FROM seen)`]]),
      [`ORDER BY id ${direction}) AS behind) AS found LIMIT ?`, limit],
    ],
    ' ',
  )
}
