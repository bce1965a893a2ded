import type { DatabaseSource } from '../domain/source/database-source.ts'
import { explainTls } from '../domain/source/postgres-url.ts'
import { NETWORK_WORDS } from '../domain/target/network-words.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import type { Log } from '../telemetry/log.ts'
import type { Scheduler } from './scheduler.ts'

interface HealthDeps {
  readonly store: Pick<Store, 'noteSourceFailure'>
  readonly clock: Pick<Clock, 'now'>
  readonly log: Log
}

/** Stores each failure to read a source with its cursor, and logs each change. */
export class SourceHealth {
  readonly #source: string
  readonly #deps: HealthDeps
  #failure: string | undefined

  constructor(source: string, deps: HealthDeps) {
    this.#source = source
    this.#deps = deps
  }

  get isFailing(): boolean {
    return this.#failure !== undefined
  }

  /** Never rejects. */
  async fail(failure: string): Promise<void> {
    const { store, clock, log } = this.#deps
    if (failure !== this.#failure) log.warn({ source: this.#source, reason: failure }, 'source.failing')
    this.#failure = failure
    // Our own database may be what is away; the log has the failure.
    await store
      .noteSourceFailure({ source: this.#source, name: '', failure }, clock.now())
      .catch(() => undefined)
  }

  recover(): void {
    if (this.#failure !== undefined) this.#deps.log.info({ source: this.#source }, 'source.recovered')
    this.#failure = undefined
  }
}

/** Limits connecting to a polled database. */
export const CONNECT_MS_MAX = 5_000
/** Limits a statement in a polled database. */
export const STATEMENT_MS_MAX = 20_000

interface FaultedDatabase extends Pick<DatabaseSource, 'host' | 'port' | 'database'> {
  readonly role: string
}

/** Explains in one sentence what went wrong at a polled database, with the remedy. Pure. */
export function explainFault(error: unknown, settings: FaultedDatabase, scheduler?: Scheduler): string {
  const { code = '', message = '' } = faultOf(error)
  const { role, database } = settings
  const at = `${settings.host}:${settings.port}`
  const network = NETWORK_WORDS[code]
  if (network !== undefined) return `${at} cannot be reached: ${network}.`
  const because = explainTls(faultOf(error))
  if (because !== undefined) return `${at} cannot be asked: ${because}.`
  switch (code) {
    case '42P01':
    case '3F000':
      return `${scheduler?.needs ?? 'What is asked for'} cannot be found in the database "${database}". ${scheduler?.whereItIs ?? ''}`.trim()
    case '42703':
      return `${scheduler?.title ?? 'The database'} is too old or too new to be read (${message}). ${scheduler?.whereItIs ?? ''}`.trim()
    case '42501':
      return `The role "${role}" may not read ${scheduler?.needs ?? 'what is asked for'} (${message}): ${grantsFor(scheduler, role)}`
    case '28P01':
      return `${at} refuses the password of "${role}": is it right, and given in the address or by PGPASSWORD?`
    case '28000':
      return `${at} lets "${role}" not in (${message}): see its pg_hba.conf, and sslmode in the address.`
    case '3D000':
      return `There is no database "${database}" at ${at}.`
    case '57014':
      return `A look took longer than ${STATEMENT_MS_MAX / 1_000} s and was given up: delete old runs, or add an index on their end (docs/sources-jobs.md, "Long histories").`
    case '53300':
      return `${at} takes no more connections.`
    default:
      return `${at} cannot be asked: ${message || code || 'no reason was given'}.`
  }
}

function grantsFor(scheduler: Scheduler | undefined, role: string): string {
  const quoted = `"${role.replaceAll('"', '""')}"`
  return (scheduler?.grants ?? []).map((grant) => grant.replaceAll('%role%', quoted)).join(' ')
}

interface Fault {
  readonly code?: string
  readonly message?: string
}

/** A name with several addresses fails with several errors; the first is enough. */
function faultOf(error: unknown): Fault {
  if (error instanceof AggregateError) return faultOf(error.errors[0])
  if (typeof error !== 'object' || error === null) return { message: String(error) }
  return error
}
