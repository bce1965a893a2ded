import { isOwnEvent } from '../alert/own-alert.ts'
import type { SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { compileMatch } from '../matching/compile-match.ts'
import { charactersMaxOf, stepsAtMost } from '../matching/match-budget.ts'
import { MatchIndex, type Found } from '../matching/match-index.ts'
import type { Matched } from '../matching/match-values.ts'
import { PATTERN_VALUE_CHARACTERS_MAX } from '../matching/match.ts'
import { isForWebhook, silenceStateOf, type Silence } from './silence.ts'

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

/** All silences that may cover an event, at one moment. */
export class Silences {
  readonly #readable: readonly Known[]
  readonly #count: number
  readonly #lastEnd: Instant
  #indexed: Indexed | undefined
  #stepsMax: number | undefined

  constructor(silences: readonly Known[]) {
    // A silence that this release cannot read holds nothing: a notification too many is better than a lost one.
    this.#readable = silences.filter(({ match }) => compileMatch(match).isReadable)
    this.#count = silences.length
    this.#lastEnd = silences.reduce((last, { endsAt }) => Math.max(last, endsAt), 0)
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** Returns the most steps that their patterns take for one event. */
  get stepsMax(): number {
    this.#stepsMax ??= stepsAtMost(this.#readable)
    return this.#stepsMax
  }

  /** Tells whether any of them has not ended, so that it may hold something. */
  mayHold(now: Instant): boolean {
    return this.#count > 0 && now < this.#lastEnd
  }

  /** Returns the active silences whose matchers the event meets, the one that ends last first. */
  activeOver(event: Matched, now: Instant): readonly Known[] {
    return this.lookAt(event, now).met
  }

  /**
   * Returns the active silences whose matchers the event meets, the one that ends last first, and those that hold
   * nothing because their patterns may not look at all of the event, by id.
   */
  lookAt(event: Matched, now: Instant): Found<Known> {
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

  /** Returns which silence covers the event, webhook by webhook. */
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
   * Only active silences share the budget, so that an explanation, which knows no others, decides alike. While all of
   * them are within it, one index is for every moment.
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
