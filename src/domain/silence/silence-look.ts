import type { Alert } from '../alert/alert.ts'
import type { SilenceId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { matchedAlert } from '../matching/match-values.ts'
import type { Steps } from '../steps.ts'
import type { Silences } from './silences.ts'

/** The time in milliseconds that one view looks at silences; patterns that are within their budget may need more. */
export const SILENCE_LOOK_MS_MAX = 2000

/** The silences that cover an alert, as far as they could look at it. */
export interface SilencesSeen {
  readonly silencedBy: readonly SilenceId[]
  /** False: a silence could not look at all of the alert, or the view took too long. */
  readonly areAllSeen: boolean
}

export const NO_SILENCES_SEEN: SilencesSeen = { silencedBy: [], areAllSeen: true }

/** Looks which silences cover alerts, one alert after the other, until its time is over: then it says so of each. */
export class SilenceLook {
  readonly #silences: Silences
  readonly #now: Instant
  readonly #monotonic: () => number
  #usedMs = 0

  constructor(
    silences: Silences,
    { now, monotonic }: { readonly now: Instant; readonly monotonic: () => number },
  ) {
    this.#silences = silences
    this.#now = now
    this.#monotonic = monotonic
  }

  at(alert: Alert): SilencesSeen {
    if (alert.state === 'cleared') return NO_SILENCES_SEEN
    if (this.#usedMs > SILENCE_LOOK_MS_MAX) return { silencedBy: [], areAllSeen: false }
    const beganAt = this.#monotonic()
    const { met, undecided } = this.#silences.lookAt(matchedAlert(alert), this.#now)
    this.#usedMs += this.#monotonic() - beganAt
    return { silencedBy: met.map(({ id }) => id), areAllSeen: undecided.length === 0 }
  }

  *atEach(alerts: readonly Alert[]): Steps<readonly SilencesSeen[]> {
    const seen: SilencesSeen[] = []
    for (const alert of alerts) {
      seen.push(this.at(alert))
      yield
    }
    return seen
  }
}
