import type { Instant } from '../../../domain/instant.ts'
import type { StoreVerbs } from '../../store.ts'
import type { PackedAttempt } from '../../rows/packed-attempt.ts'

/** Runs beside the others, in pieces: not part of a batch. */
export type AsyncVerb = 'backup'
export type VerbName = Exclude<keyof StoreVerbs, AsyncVerb>

/** The verbs as the thread has them: SQLite answers at once. Writes are called inside a transaction. */
export type SyncVerbs = {
  readonly [Name in VerbName]: (...args: VerbArgs<Name>) => Awaited<ReturnType<StoreVerbs[Name]>>
}

/** As in the interface, but for attempts, which travel packed. */
export type VerbArgs<Name extends VerbName> = Name extends 'finishAttempts'
  ? [attempts: readonly PackedAttempt[], now: Instant]
  : Parameters<StoreVerbs[Name]>
