import type { Clock } from '../clock.ts'
import { AppError } from '../domain/errors.ts'

const FAILURES_MAX = 20
const WINDOW_MS = 60_000
/** Entries remembered at the most: an attacker with many addresses must not fill the memory. */
const ENTRIES_MAX = 10_000

/**
 * Wrong tokens per address: after 20 within a minute, the next are answered 429, unread, until the minute is over.
 * A token that was right from the same address before is let through, so that one misconfigured sender does not lock
 * out its neighbours behind the same address.
 */
export class FailureLimit {
  readonly #clock: Clock
  readonly #windows = new Map<string, { readonly startedAt: number; count: number }>()
  readonly #trusted = new Map<string, true>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Throws `too_many_requests` while the address is over the limit and this token was never right from there. */
  check(address: string, tokenHash: string): void {
    const window = this.#windows.get(address)
    if (!window || window.count < FAILURES_MAX || this.#trusted.has(entry(address, tokenHash))) return
    const retryAfterMs = window.startedAt + WINDOW_MS - this.#clock.now()
    if (retryAfterMs > 0) {
      throw new AppError(
        'too_many_requests',
        'Too many wrong tokens came from this address; wait a minute.',
        { retryAfterMs },
      )
    }
    this.#windows.delete(address)
  }

  count(address: string, tokenHash: string): void {
    this.#trusted.delete(entry(address, tokenHash))
    const now = this.#clock.now()
    const window = this.#windows.get(address)
    if (window && now - window.startedAt < WINDOW_MS) window.count += 1
    else remember(this.#windows, address, { startedAt: now, count: 1 })
  }

  trust(address: string, tokenHash: string): void {
    const key = entry(address, tokenHash)
    if (!this.#trusted.has(key)) remember(this.#trusted, key, true)
  }
}

function entry(address: string, tokenHash: string): string {
  return `${address} ${tokenHash}`
}

/** Adds to the map; the oldest entry makes room. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  const oldest = map.size >= ENTRIES_MAX ? map.keys().next().value : undefined
  if (oldest !== undefined) map.delete(oldest)
  map.delete(key)
  map.set(key, value)
}
