import type { Alert, AlertState } from '../../../src/domain/alert/alert.ts'
import { BrokenPromise } from '../model/broken-promise.ts'

const BADNESS = { cleared: 0, low: 1, medium: 2, high: 3 } as const satisfies Record<AlertState, number>

/** Knows which alerts are acknowledged, from what monitors reported and what people did. */
export class ModelAcknowledgements {
  readonly #current = new Map<string, AlertState>()
  /** The state in which each alert was acknowledged. */
  readonly #acknowledged = new Map<string, AlertState>()

  given(key: string): void {
    this.#acknowledged.set(key, this.#current.get(key) ?? 'cleared')
  }

  reported(key: string, state: AlertState): void {
    this.#current.set(key, state)
    const acknowledged = this.#acknowledged.get(key)
    if (acknowledged === undefined) return
    if (state === 'cleared' || BADNESS[state] > BADNESS[acknowledged]) this.#acknowledged.delete(key)
  }

  check(alerts: readonly Pick<Alert, 'key' | 'state' | 'acknowledgement'>[]): void {
    for (const { key, state, acknowledgement } of alerts) {
      const expected = this.#acknowledged.get(key)
      if (acknowledgement?.state !== expected)
        throw new BrokenPromise(
          'an acknowledgement lasts until the alert clears or is worse than what was acknowledged',
          `${key} is ${state}: ${acknowledgement?.state} instead of ${expected}`,
        )
    }
  }
}
