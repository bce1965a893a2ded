import type { Database, Statement } from 'better-sqlite3'
import type { Instant } from '../../../domain/instant.ts'
import type { MethodName } from '../../methods.ts'
import type { PackedAttempt } from '../../rows/attempt-row.ts'
import type { StoreMethods } from '../../store.ts'
import type {
  Ask,
  Dialect,
  Scripts,
  StatementResult,
  Step,
  TransactionScript,
} from '../../transactions/transaction-script.ts'

export const DIALECT: Dialect = {
  greatest: 'max',
  isUnfinished: 'delivery.finished_at IS NULL',
  indexedBy: (index) => `INDEXED BY ${index}`,
  deliveryOfId: '(SELECT * FROM deliveries WHERE id = @id)',
  deliveriesOfEvent: '(SELECT * FROM deliveries INDEXED BY deliveries_by_event WHERE event_id = @eventId)',
  jsonOf: (column) => `json_group_array(${column})`,
  everyDelivery: 'deliveries',
  forUpdate: '',
  skipLocked: '',
  isAcceptedAt: () => '',
  runKey: 'source, job_id, run_id',
  raisedAndTaken: `SELECT raised.*, taken.body AS taken_body FROM (SELECT alerts.id, alerts.state, alerts.episode_number, alerts.observed_at, (
      SELECT one.id FROM events AS one INDEXED BY events_by_alert
      JOIN deliveries AS taken INDEXED BY deliveries_by_event ON taken.event_id = one.id
      WHERE one.alert_id = alerts.id AND taken.webhook_id = @webhookId AND taken.state = 'delivered'
      ORDER BY one.id DESC LIMIT 1
    ) AS taken_id FROM alerts INDEXED BY alerts_active WHERE state <> 'cleared'
    ) AS raised LEFT JOIN events AS taken ON taken.id = raised.taken_id`,
  attemptsOf: (deliveryId) => `delivery_id = ${deliveryId}`,
  firstEnd: 'SELECT finished_at FROM deliveries WHERE finished_at IS NOT NULL ORDER BY id LIMIT 1',
  memberOf: (column, name) => `CASE WHEN json_valid(${column}) THEN json_extract(${column}, '$.${name}') END`,
  isAmong: (column, value) => `${column} IN (SELECT value FROM json_each(${value}))`,
  byOctets: '',
  nextIds: (table) => `WITH RECURSIVE next (id) AS (
      SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = '${table}'), 0) + 1
      UNION ALL SELECT id + 1 FROM next
    ) SELECT id FROM next LIMIT @count`,
  changeMark: [],
}

type Values = Readonly<Record<string, string | number | null>>

/** Runs scripts at once, inside the present transaction. */
export class ScriptRunner {
  readonly #db: Database
  readonly #prepared = new Map<Ask['statement'], Statement<[Values]>>()

  constructor(db: Database) {
    this.#db = db
  }

  run<Result>(script: TransactionScript<Result>): Result {
    let next = script.next()
    while (!next.done) next = script.next(this.#take(next.value))
    return next.value
  }

  methodsOf<Name extends MethodName>(scripts: Scripts<Name>): Pick<SyncMethods, Name> {
    const methods = Object.entries<(...args: never) => TransactionScript<unknown>>(scripts).map(
      ([name, script]) => [name, (...args: never) => this.run(script(...args))],
    )
    return Object.fromEntries(methods)
  }

  #take(step: Step): unknown {
    if ('scripts' in step) return step.scripts.map((script) => this.run(script))
    if ('run' in step) return step.run()
    // There is no other writer, so every lock is free.
    return 'lock' in step ? true : this.#response(step)
  }

  #response({ statement, values }: Ask): StatementResult {
    const prepared = this.#prepare(statement)
    const bound = toBound(values)
    if (!prepared.reader) return { rows: [], count: prepared.run(bound).changes }
    const rows = prepared.all(bound)
    return { rows, count: rows.length }
  }

  #prepare(statement: Ask['statement']): Statement<[Values]> {
    let prepared = this.#prepared.get(statement)
    if (!prepared) {
      prepared = this.#db.prepare<[Values]>(statement.textIn(DIALECT))
      this.#prepared.set(statement, prepared)
    }
    return prepared
  }
}

/** SQLite has no truth values. */
function toBound(values: Ask['values']): Values {
  const flags = Object.entries(values).filter(([, value]) => typeof value === 'boolean')
  if (flags.length === 0) return values as Values
  return { ...values, ...Object.fromEntries(flags.map(([name, value]) => [name, Number(value)])) } as Values
}

/** The methods of the engine, which return at once. Call writes inside a transaction. */
export type SyncMethods = {
  readonly [Name in MethodName]: (...args: MethodArgs<Name>) => MethodResult<Name>
}

/** The arguments of a store method; attempts travel packed. */
export type MethodArgs<Name extends MethodName> = Name extends 'finishAttempts'
  ? [attempts: readonly PackedAttempt[], now: Instant]
  : Parameters<StoreMethods[Name]>

export type MethodResult<Name extends MethodName> = Awaited<ReturnType<StoreMethods[Name]>>
