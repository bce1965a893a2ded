import type { Alert } from '../alert/alert.ts'
import { isOwnEvent } from '../alert/own-alert.ts'
import type { SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { compileMatch } from '../matching/compile-match.ts'
import { charactersMaxOf, stepsAtMost } from '../matching/match-budget.ts'
import { type Found, MatchIndex } from '../matching/match-index.ts'
import { type Matched, matchedAlert } from '../matching/match-values.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from '../pattern/pattern.ts'
import type { Steps } from '../steps.ts'
import { isForWebhook, type Silence, silenceStateOf } from './silence.ts'

/** Returns the silence that covers a webhook; null: none does. */
export type Covering = (webhookId: WebhookId) => SilenceId | null

export const NOT_COVERED: Covering = () => null

type Known = Pick<
  Silence,
  'id' | 'match' | 'matchOwner' | 'webhookIds' | 'startsAt' | 'endsAt' | 'hasBegun' | 'jobs'
>

interface Indexed {
  readonly index: MatchIndex<Known>
  readonly from: Instant
  readonly until: Instant
}

/** The silences that may cover an event at one moment. */
export class Silences {
  readonly #readable: readonly Known[]
  readonly #count: number
  readonly #lastEnd: Instant
  #indexed: Indexed | undefined
  #stepsMax: number | undefined

  constructor(silences: readonly Known[]) {
    // A silence that this release cannot read holds nothing: better one notification too many than one lost.
    this.#readable = silences.filter(({ match }) => compileMatch(match).isReadable)
    this.#count = silences.length
    this.#lastEnd = silences.reduce((last, { endsAt }) => Math.max(last, endsAt), 0)
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  get stepsMax(): number {
    this.#stepsMax ??= stepsAtMost(this.#readable)
    return this.#stepsMax
  }

  mayHold(now: Instant): boolean {
    return this.#count > 0 && now < this.#lastEnd
  }

  /** Returns the active silences that the event meets, the one that ends last first. */
  activeOver(event: Matched, now: Instant): readonly Known[] {
    return this.check(event, now).met
  }

  /**
   * Returns the active silences that the event meets, the one that ends last first, and undecided ones, whose patterns
   * may not read all of the event, by id.
   */
  check(event: Matched, now: Instant): Found<Known> {
    if (!this.mayHold(now) || isOwnEvent(event)) return { met: [], undecided: [] }
    const found = this.#indexAt(now).find(event)
    const isActive = (silence: Known) =>
      silenceStateOf(silence, now) === 'active' && holdsKind(silence, event)
    return {
      met: found.met
        .filter(isActive)
        .toSorted((one, other) => other.endsAt - one.endsAt || one.id - other.id),
      undecided: found.undecided.filter(isActive),
    }
  }

  over(event: Matched, now: Instant): Covering {
    const active = this.activeOver(event, now)
    if (active.length === 0) return NOT_COVERED
    return (webhookId) => active.find((silence) => isForWebhook(silence, webhookId))?.id ?? null
  }

  #indexAt(now: Instant): MatchIndex<Known> {
    const { from, until } = this.#indexed ?? NEVER
    if (!this.#indexed || now < from || now >= until) this.#indexed = this.#makeIndex(now)
    return this.#indexed.index
  }

  /**
   * Only active silences share the budget, so that an explanation, which knows no others, decides alike. If all are
   * within the budget, one index serves every moment.
   */
  #makeIndex(now: Instant): Indexed {
    const limitOfAll = charactersMaxOf(this.#readable)
    if (this.#readable.every((one) => limitOfAll(one) === PATTERN_VALUE_CHARACTERS_MAX))
      return { index: new MatchIndex(this.#readable, limitOfAll), from: 0, until: Infinity }
    const active = this.#readable.filter((one) => silenceStateOf(one, now) === 'active')
    const moments = this.#readable.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt])
    return {
      index: new MatchIndex(active, charactersMaxOf(active)),
      from: Math.max(0, ...moments.filter((moment) => moment <= now)),
      until: Math.min(Infinity, ...moments.filter((moment) => moment > now)),
    }
  }
}

const NEVER = { from: Infinity, until: 0 }

export const NO_SILENCES = new Silences([])

function holdsKind({ jobs }: Pick<Silence, 'jobs'>, event: Matched): boolean {
  return event.kind === 'alert' || jobs === 'hold' || event.status === 'success'
}

/** Milliseconds for checking silences in one view; patterns within their budget may need more. */
export const SILENCE_CHECK_MS_MAX = 2000

/** The silences that cover an alert, as far as checked. */
export interface SilencesSeen {
  readonly silencedBy: readonly SilenceId[]
  /** False: a silence could not read all of the alert, or the view took too long. */
  readonly areAllSeen: boolean
}

export const NO_SILENCES_SEEN: SilencesSeen = { silencedBy: [], areAllSeen: true }

/** Checks alerts until the time of the view is over, and marks the others as unchecked. */
export class SilenceCheck {
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
    if (this.#usedMs > SILENCE_CHECK_MS_MAX) return { silencedBy: [], areAllSeen: false }
    const beganAt = this.#monotonic()
    const { met, undecided } = this.#silences.check(matchedAlert(alert), this.#now)
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
