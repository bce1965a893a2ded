import type { Chance, Clock } from '../runtime/clock.ts'
import type { Store } from '../storage/store.ts'
import { FailedSignIns } from './failed-sign-ins.ts'
import { PasswordThrottle } from './password-throttle.ts'
import { PasswordHasher, type PasswordCost } from './password-hash.ts'

/** The dependencies of everything about people. */
export interface PeopleDeps {
  readonly store: Pick<
    Store,
    | 'createUser'
    | 'listUsers'
    | 'findUser'
    | 'changeUser'
    | 'deleteUser'
    | 'setPassword'
    | 'rehashPassword'
    | 'openSession'
    | 'listSessions'
    | 'endSessions'
    | 'createInvitation'
    | 'findInvitation'
    | 'acceptInvitation'
    | 'listTokens'
    | 'recordAudit'
  >
  readonly clock: Clock
  readonly chance: Chance
  readonly hasher: PasswordHasher
  readonly throttle: PasswordThrottle
  readonly failedSignIns: FailedSignIns
  /** The longest life of a session of the console. */
  readonly sessionMaxMs: number
  /** Called whenever somebody may do less than a moment before, so that it counts from the next request on. */
  readonly onPeopleChanged: () => void
}

/** Where a request comes from, as far as a session remembers it. */
export interface Origin {
  readonly address: string
  readonly userAgent: string
}

export function createPeople(
  parts: Pick<PeopleDeps, 'store' | 'clock' | 'chance' | 'sessionMaxMs' | 'onPeopleChanged'> & {
    readonly passwordCost?: PasswordCost | undefined
  },
): PeopleDeps {
  return {
    ...parts,
    hasher: new PasswordHasher(parts.chance, parts.passwordCost),
    throttle: new PasswordThrottle(parts.clock),
    failedSignIns: new FailedSignIns(),
  }
}
