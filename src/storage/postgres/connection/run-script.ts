import type { ClientBase } from 'pg'
import type {
  Ask,
  Dialect,
  Lock,
  Scripts,
  StatementResult,
  Step,
  Stored,
  TakeLock,
  TransactionScript,
} from '../../transactions/transaction-script.ts'
import { alertOfSubject } from '../../rows/delivery-row.ts'
import type { StoreMethods } from '../../store.ts'
import { METHODS, type MethodName } from '../../methods.ts'
import type { Database, Transaction, TransactionOptions } from './database.ts'
import { ENDED_COLUMNS, HOT_COLUMNS } from './delivery-columns.ts'
import { statement, type Statement } from './statement.ts'
import { CLUSTER_LOCKS, LOCK_CLASS } from './locks.ts'

const DIALECT: Dialect = {
  greatest: 'greatest',
  isUnfinished: 'true',
  indexedBy: () => '',
  deliveryOfId: `(SELECT ${HOT_COLUMNS} FROM deliveries WHERE id = @id
    UNION ALL SELECT ${ENDED_COLUMNS} FROM ended_deliveries WHERE id = @id)`,
  // OFFSET 0 keeps the planner from scanning all ids in order for them.
  deliveriesOfEvent: `(SELECT ${HOT_COLUMNS} FROM deliveries WHERE event_id = @eventId
    UNION ALL SELECT ${ENDED_COLUMNS} FROM ended_deliveries WHERE event_id = @eventId AND event_at = @acceptedAt OFFSET 0)`,
  jsonOf: (column) => `json_agg(${column})::text`,
  everyDelivery: `(SELECT id, event_id, webhook_id, state FROM deliveries
    UNION ALL SELECT id, event_id, webhook_id, state FROM ended_deliveries)`,
  forUpdate: 'FOR UPDATE',
  skipLocked: 'FOR UPDATE SKIP LOCKED',
  isAcceptedAt: (at) => `AND accepted_at = ${at}`,
  runKey: 'digest',
  // Finds all alerts at once, rather than each alert in every partition.
  raisedAndTaken: `SELECT alerts.id, alerts.state, alerts.episode_number, alerts.observed_at, taken.event_id AS taken_id, event.body AS taken_body FROM alerts LEFT JOIN (
      SELECT DISTINCT ON (${alertOfSubject('subject')}) ${alertOfSubject('subject')} AS alert_id, event_id, event_at FROM ended_deliveries
      WHERE webhook_id = @webhookId AND state = 'delivered' ORDER BY ${alertOfSubject('subject')}, event_id DESC
    ) AS taken ON taken.alert_id = alerts.id
    LEFT JOIN events AS event ON event.id = taken.event_id AND event.accepted_at = taken.event_at
    WHERE alerts.state <> 'cleared'`,
  attemptsOf: (id) => `delivery_id = ${id} AND event_at = coalesce(
      (SELECT event_at FROM deliveries WHERE id = ${id}),
      (SELECT event_at FROM ended_deliveries WHERE id = ${id} ORDER BY id LIMIT 1)
    )`,
  firstEnd: 'SELECT finished_at FROM ended_deliveries ORDER BY id LIMIT 1',
  // These members come before text of others; damaged text is no JSON.
  memberOf: (column, name) => `substring(${column} FROM '"${name}":"?([a-z0-9]+)')`,
  isAmong: (column, value) =>
    `${column} = ANY (ARRAY(SELECT jsonb_array_elements_text(CAST(${value} AS text)::jsonb)::bigint))`,
  byOctets: 'COLLATE "C"',
  nextIds: (table) =>
    `SELECT nextval(pg_get_serial_sequence('${table}', 'id')) AS id FROM generate_series(1, @count::integer)`,
  changeMark: [['changed_in', '(SELECT version FROM webhooks_version)']],
}

const LOCKS: Readonly<Record<Lock, readonly [number, number]>> = {
  people: [LOCK_CLASS.people, 0],
  startOperation: [LOCK_CLASS.cluster, CLUSTER_LOCKS.startOperation],
  pruneAudit: [LOCK_CLASS.cluster, CLUSTER_LOCKS.pruneAudit],
  pruneEarlyClears: [LOCK_CLASS.cluster, CLUSTER_LOCKS.pruneEarlyClears],
  noteOpenTime: [LOCK_CLASS.cluster, CLUSTER_LOCKS.noteOpenTime],
}

type StepText = Statement<readonly Stored[], unknown>

interface Port {
  ask(
    text: StepText,
    values: readonly Stored[],
    how: Pick<Ask, 'isLast' | 'statement'>,
  ): Promise<StatementResult>
  hold(hold: TakeLock): Promise<boolean>
}

/** Runs a script inside a transaction, which may go on unless the script's last statement ended it. */
export function runIn<Result>(transaction: Transaction, script: TransactionScript<Result>): Promise<Result> {
  return run(portOf(transaction), script)
}

/** Runs a script while the database is opened. */
export function runOn<Result>(client: ClientBase, script: TransactionScript<Result>): Promise<Result> {
  return run(
    {
      ask: async (text, values) => {
        const { rows, rowCount } = await client.query<Record<string, unknown>>(text, [...values])
        return { rows, count: rowCount ?? 0 }
      },
      hold: () => Promise.reject(new Error('without a transaction nothing is locked')),
    },
    script,
  )
}

/** Runs a script that writes nothing, each statement at its own moment. */
export function runReading<Result>(database: Database, script: TransactionScript<Result>): Promise<Result> {
  return run(
    readingPort((text, values) => database.read(text, values)),
    script,
  )
}

/** Runs a reading script whose statements go through indexes in their order. */
export function runList<Result>(database: Database, script: TransactionScript<Result>): Promise<Result> {
  return run(
    readingPort((text, values) => database.list(text, values)),
    script,
  )
}

/** Runs a reading script on the connections for the work. */
export function runScan<Result>(database: Database, script: TransactionScript<Result>): Promise<Result> {
  return run(
    readingPort((text, values) => database.scan(text, values)),
    script,
  )
}

/** Options of methods that do not run in a transaction without a lock. */
export type RunOptions = TransactionOptions & {
  readonly reads?: typeof runReading
}

/** Makes methods of scripts; each one that writes runs in a transaction of its own. */
export function methodsOf<Name extends MethodName>(
  database: Database,
  scripts: Scripts<Name>,
  optionsOf: Readonly<Partial<Record<MethodName, RunOptions>>>,
): Pick<StoreMethods, Name> {
  const runMethod = async <Result>(name: Name, begin: () => TransactionScript<Result>): Promise<Result> => {
    const { reads = runReading, ...options }: RunOptions = optionsOf[name] ?? {}
    if (METHODS[name] === 'read') return reads(database, begin())
    return database.transaction((transaction) => runIn(transaction, begin()), { lock: 'none', ...options })
  }
  const methods = Object.entries<(...args: never) => TransactionScript<unknown>>(scripts).map(
    ([name, script]) => [name, (...args: never) => runMethod(name as Name, () => script(...args))],
  )
  return Object.fromEntries(methods)
}

async function run<Result>(port: Port, script: TransactionScript<Result>): Promise<Result> {
  let next = script.next()
  while (!next.done) next = script.next(await take(port, next.value))
  return next.value
}

function take(port: Port, step: Step): Promise<unknown> {
  // All begin in this tick, so their first statements leave together.
  if ('scripts' in step) return Promise.all(step.scripts.map((script) => run(port, script)))
  if ('lock' in step) return port.hold(step)
  if ('run' in step) return Promise.resolve(step.run())
  const { text, names } = numbered(step.statement)
  return port.ask(
    text,
    names.map((name) => step.values[name] ?? null),
    step,
  )
}

function readingPort(read: Database['read']): Port {
  return {
    ask: async (text, values) => {
      const rows = await read(text, values)
      return { rows, count: rows.length }
    },
    hold: () => Promise.reject(new Error('what only reads locks nothing')),
  }
}

function portOf(transaction: Transaction): Port {
  return {
    ask: (text, values, { isLast, statement: { isComposed } }) =>
      isComposed
        ? transaction.queryOnce(text, values)
        : isLast
          ? transaction.queryLast(text, values)
          : transaction.query(text, values),
    async hold({ lock, isTried }) {
      const [lockClass, number] = LOCKS[lock]
      const word = isTried ? 'pg_try_advisory_xact_lock' : 'pg_advisory_xact_lock'
      const { rows } = await transaction.query(
        statement<[], { held: unknown }>(`SELECT ${word}(${lockClass}, ${number}) AS held`),
        [],
      )
      return rows[0]?.held !== false
    },
  }
}

interface Numbered {
  readonly text: StepText
  readonly names: readonly string[]
}

const known = new WeakMap<Ask['statement'], Numbered>()

function numbered(asked: Ask['statement']): Numbered {
  const before = known.get(asked)
  if (before) return before
  const names: string[] = []
  const text = asked.textIn(DIALECT).replaceAll(/@([a-z_]+)/gi, (_, name: string) => {
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  const made = { text: statement<readonly Stored[], unknown>(text), names }
  known.set(asked, made)
  return made
}
