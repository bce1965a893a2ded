import type { Instant } from '../../../domain/instant.ts'
import type { StoreVerbs } from '../../store.ts'
import type { PackedAttempt } from '../../rows/packed-attempt.ts'
import type { VerbName } from '../../verbs.ts'

/** The verbs as the engine has them: SQLite answers at once. Writes are called inside a transaction. */
export type SyncVerbs = {
  readonly [Name in VerbName]: (...args: VerbArgs<Name>) => VerbAnswer<Name>
}

/** As in the interface, but for attempts, which travel packed. */
export type VerbArgs<Name extends VerbName> = Name extends 'finishAttempts'
  ? [attempts: readonly PackedAttempt[], now: Instant]
  : Parameters<StoreVerbs[Name]>

export type VerbAnswer<Name extends VerbName> = Awaited<ReturnType<StoreVerbs[Name]>>
