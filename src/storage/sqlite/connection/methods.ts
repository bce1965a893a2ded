import type { Instant } from '../../../domain/instant.ts'
import type { StoreMethods } from '../../store.ts'
import type { PackedAttempt } from '../../rows/packed-attempt.ts'
import type { MethodName } from '../../methods.ts'

/** The methods as the engine has them: SQLite returns at once. Writes are called inside a transaction. */
export type SyncMethods = {
  readonly [Name in MethodName]: (...args: MethodArgs<Name>) => MethodResult<Name>
}

/** The arguments of a store method as in the interface; attempts travel packed. */
export type MethodArgs<Name extends MethodName> = Name extends 'finishAttempts'
  ? [attempts: readonly PackedAttempt[], now: Instant]
  : Parameters<StoreMethods[Name]>

export type MethodResult<Name extends MethodName> = Awaited<ReturnType<StoreMethods[Name]>>
