import { isOwnEvent } from '../alert/own-alert.ts'
import type { SilenceId, WebhookId } from '../ids.ts'
import type { Instant } from '../instant.ts'
import { compileMatch } from '../matching/compile-match.ts'
import { MatchIndex } from '../matching/match-index.ts'
import type { Matched } from '../matching/match-values.ts'
import { isForWebhook, silenceStateOf, type Silence } from './silence.ts'

/** Returns the silence that covers a webhook; null: none does. */
export type Covering = (webhookId: WebhookId) => SilenceId | null

export const NOT_COVERED: Covering = () => null

type Known = Pick<Silence, 'id' | 'match' | 'webhookIds' | 'startsAt' | 'endsAt' | 'jobs'>

/** All silences that may cover an event, at one moment. */
export class Silences {
  readonly #index: MatchIndex<Known>
  readonly #count: number
  readonly #lastEnd: Instant

  constructor(silences: readonly Known[]) {
    // What this release cannot read holds nothing: a notification too many is better than a lost one.
    this.#index = new MatchIndex(silences.filter(({ match }) => compileMatch(match).isReadable))
    this.#count = silences.length
    this.#lastEnd = silences.reduce((last, { endsAt }) => Math.max(last, endsAt), 0)
  }

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** Tells whether any of them has not ended, so that it may hold something. */
  mayHold(now: Instant): boolean {
    return this.#count > 0 && now < this.#lastEnd
  }

  /** Returns the active silences whose matchers the event meets, the one that ends last first. */
  activeOver(event: Matched, now: Instant): readonly Known[] {
    if (!this.mayHold(now) || isOwnEvent(event)) return []
    return this.#index
      .find(event)
      .filter((silence) => silenceStateOf(silence, now) === 'active' && holdsKind(silence, event))
      .toSorted((one, other) => other.endsAt - one.endsAt || one.id - other.id)
  }

  /** Returns which silence covers the event, webhook by webhook. */
  over(event: Matched, now: Instant): Covering {
    const active = this.activeOver(event, now)
    if (active.length === 0) return NOT_COVERED
    return (webhookId) => active.find((silence) => isForWebhook(silence, webhookId))?.id ?? null
  }
}

export const NO_SILENCES = new Silences([])

function holdsKind({ jobs }: Pick<Silence, 'jobs'>, event: Matched): boolean {
  return event.kind === 'alert' || jobs === 'hold' || event.status === 'success'
}
