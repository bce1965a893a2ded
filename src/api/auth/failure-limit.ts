import { AppError } from '../../domain/errors.ts'
import type { Monotonic } from '../../domain/instant.ts'
import { hashToken } from '../../domain/people/token.ts'
import { nameKeyOf } from '../../domain/people/user.ts'
import { addressGroup } from '../../domain/target/target-address.ts'
import type { PeopleDeps } from '../../people/people.ts'
import type { OpenedSession } from '../../people/sessions.ts'
import { signIn, type SignIn } from '../../people/sign-in.ts'
import { BoundedMap, FairSet } from '../../runtime/bounded-map.ts'
import type { Clock } from '../../runtime/clock.ts'

/** Wrong secrets from one address within a minute; later ones get 429 until it is over. */
export const FAILURES_MAX = 20
const WINDOW_MS = 60_000
/**
 * Addresses whose wrong secrets are counted. The first dropped are those below their limit, then those
 * whose minute ends first: wrong secrets from many addresses lock out nobody else.
 */
export const FAILING_ADDRESSES_MAX = 10_000
/** Secrets remembered as right from an address. Above it, the owner with the most loses its oldest. */
export const TRUSTED_SECRETS_MAX = 10_000

interface Window {
  readonly startedAt: Monotonic
  readonly count: number
}

/**
 * Limits wrong tokens per address: after 20 within a minute the next get 429 until it is over. A token that
 * was right from there before still passes, so a faulty sender does not lock out its neighbours.
 */
export class FailureLimit {
  readonly #clock: Pick<Clock, 'monotonic'>
  readonly #windows: BoundedMap<string, Window>
  readonly #trusted: FairSet

  constructor(
    clock: Pick<Clock, 'monotonic'>,
    { addressesMax = FAILING_ADDRESSES_MAX, secretsMax = TRUSTED_SECRETS_MAX } = {},
  ) {
    this.#clock = clock
    this.#trusted = new FairSet(secretsMax)
    this.#windows = new BoundedMap(addressesMax, { rankOf: (window) => (this.#closedMs(window) > 0 ? 1 : 0) })
  }

  /** Throws `too_many_requests` while the address is over the limit and this token was never right from there. */
  check(address: string, tokenHash: string): void {
    const group = addressGroup(address)
    const window = this.#windows.get(group)
    const closedMs = window ? this.#closedMs(window) : 0
    if (closedMs <= 0 || this.#trusted.has(entry(group, tokenHash))) return
    throw new AppError('too_many_requests', 'Too many wrong tokens came from this address; wait a minute.', {
      retryAfterMs: closedMs,
    })
  }

  count(address: string, tokenHash: string): void {
    const group = addressGroup(address)
    this.#trusted.delete(entry(group, tokenHash))
    const now = this.#clock.monotonic()
    const window = this.#windows.get(group)
    const isOpen = window !== undefined && now - window.startedAt < WINDOW_MS
    this.#windows.set(group, isOpen ? { ...window, count: window.count + 1 } : { startedAt: now, count: 1 })
  }

  /** `owner`: one name for all secrets of a token or user. */
  trust(address: string, tokenHash: string, owner: string): void {
    this.#trusted.add(entry(addressGroup(address), tokenHash), owner)
  }

  #closedMs({ startedAt, count }: Window): number {
    return count < FAILURES_MAX ? 0 : startedAt + WINDOW_MS - this.#clock.monotonic()
  }
}

function entry(group: string, tokenHash: string): string {
  return `${group} ${tokenHash}`
}

/** The limit of a user name in a request, above that of a name, so that the refusal explains it. */
export const USERNAME_TEXT_MAX = 400

interface AttemptDeps {
  readonly people: PeopleDeps
  readonly authenticator: { readonly failures: FailureLimit }
}

/** Calls `signIn`; wrong passwords also count as wrong secrets of the address. */
export async function signInByPassword(
  attempt: SignIn,
  { people, authenticator: { failures } }: AttemptDeps,
): Promise<OpenedSession> {
  const { address } = attempt
  return counted({ failures, address, key: attemptKeyOf(attempt.name) }, () => signIn(attempt, people))
}

/** Trusts this address for the name: sign-in stays possible there, whatever others try. */
export function trustName(failures: FailureLimit, address: string, name: string): void {
  const key = attemptKeyOf(name)
  failures.trust(address, key, key)
}

function attemptKeyOf(name: string): string {
  return hashToken(`user ${nameKeyOf(name)}`)
}

/** Throws `too_many_requests` before the attempt, and counts one refused as `unauthorized` or `not_found`. */
export async function counted<Result>(
  {
    failures,
    address,
    key,
  }: { readonly failures: FailureLimit; readonly address: string; readonly key: string },
  attempt: () => Promise<Result>,
): Promise<Result> {
  failures.check(address, key)
  try {
    const result = await attempt()
    // A name or a code counts only for itself.
    failures.trust(address, key, key)
    return result
  } catch (error) {
    if (error instanceof AppError && ['unauthorized', 'not_found'].includes(error.code)) {
      failures.count(address, key)
    }
    throw error
  }
}
