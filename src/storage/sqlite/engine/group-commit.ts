import type { Database } from 'better-sqlite3'
import { METHODS, type MethodName } from '../../methods.ts'
import type { Engine } from './engine.ts'
import { explainFault } from '../connection/faults.ts'
import type { MethodArgs, MethodResult, SyncMethods } from '../connection/run-script.ts'

interface CallOf<Name extends MethodName> {
  readonly id: number
  readonly method: Name
  readonly args: MethodArgs<Name>
}

export type Call = { readonly [Name in MethodName]: CallOf<Name> }[MethodName]

export type CallResult =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: unknown }

type HasRoom = () => boolean

/**
 * Runs calls that came in together: all writes share one transaction and one flush, before which no result is
 * returned. A failing call undoes only its own writes; a failing commit fails every write. Reports that do
 * not fit after the first are left without a result.
 */
export function runBatch(
  db: Database,
  engine: Engine,
  calls: readonly Call[],
  hasRoom: HasRoom = () => true,
): readonly CallResult[] {
  const writes = calls.filter(({ method }) => METHODS[method] !== 'read').toSorted(claimsLast)
  const reads = calls.filter(({ method }) => METHODS[method] === 'read')
  const written = writes.length === 0 ? [] : runWrites({ db, engine, hasRoom }, writes)
  return [...written, ...reads.map((call) => attempt(engine, call))]
}

/** Claims find what the other calls make due, and need no commit of their own. */
function claimsLast(one: Call, other: Call): number {
  return Number(one.method === 'claimDue') - Number(other.method === 'claimDue')
}

interface Transaction {
  readonly db: Database
  readonly engine: Engine
  readonly hasRoom: HasRoom
}

function runWrites(transaction: Transaction, calls: readonly Call[]): readonly CallResult[] {
  const { db, engine, hasRoom } = transaction
  const takeBack = engine.savepoint()
  const undo = () => {
    if (db.inTransaction) db.exec('ROLLBACK')
    takeBack()
  }
  try {
    db.exec('BEGIN IMMEDIATE')
    let results = runTogether(transaction, calls)
    if (!results) {
      undo()
      db.exec('BEGIN IMMEDIATE')
      const isFitting = fitting(hasRoom)
      results = calls.flatMap((call) => (isFitting(call) ? [runInSavepoint(db, engine, call)] : []))
    }
    db.exec('COMMIT')
    return results
  } catch (error) {
    undo()
    const explained = explainFault(error)
    return calls.map(({ id }) => ({ id, error: explained }))
  }
}

/**
 * Runs all calls without savepoints, which copy every page that a call writes. Undefined: one failed, and all
 * must be undone and run again.
 */
function runTogether(
  { db, engine, hasRoom }: Transaction,
  calls: readonly Call[],
): readonly CallResult[] | undefined {
  const results: CallResult[] = []
  const isFitting = fitting(hasRoom)
  for (const call of calls) {
    if (!isFitting(call)) continue
    const result = attempt(engine, call)
    if ('error' in result || !db.inTransaction) return undefined
    results.push(result)
  }
  return results
}

/** Chooses calls whose rows fit: a report makes more than its caller can say, a delivery for each notified webhook. */
function fitting(hasRoom: HasRoom): (call: Call) => boolean {
  let isFirst = true
  return ({ method }) => {
    if (method !== 'acceptObservations' && method !== 'acceptJobRuns') return true
    const isTaken = isFirst || hasRoom()
    isFirst = false
    return isTaken
  }
}

function runInSavepoint(db: Database, engine: Engine, call: Call): CallResult {
  const takeBack = engine.savepoint()
  db.exec('SAVEPOINT call')
  const result = attempt(engine, call)
  // A full disk or an I/O error may have ended the transaction.
  if (!db.inTransaction) throw 'error' in result ? result.error : new Error('the transaction ended by itself')
  if ('error' in result) {
    takeBack()
    db.exec('ROLLBACK TO call')
  }
  db.exec('RELEASE call')
  return result
}

function attempt({ methods }: Engine, call: Call): CallResult {
  try {
    return { id: call.id, value: run(methods, call) }
  } catch (error) {
    return { id: call.id, error: explainFault(error) }
  }
}

function run<Name extends MethodName>(
  methods: SyncMethods,
  { method, args }: CallOf<Name>,
): MethodResult<Name> {
  return methods[method](...args)
}
