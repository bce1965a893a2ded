import type { Event } from '../alert/event.ts'
import { isOtherwise } from '../matching/compile-match.ts'
import type { PayloadType } from '../webhook/webhook.ts'
import { whyNotNotified } from './matching.ts'
import type { RoutedWebhook, WebhookList } from './routed-webhook.ts'

/** The effect of a change of a webhook on an event: taken now, as before, or no longer. */
type PreviewChange = 'added' | 'kept' | 'removed'
export const PREVIEW_CHANGES = ['added', 'removed', 'kept'] as const satisfies readonly PreviewChange[]

interface PreviewedWebhook {
  readonly before: RoutedWebhook | undefined
  readonly after: RoutedWebhook
  readonly webhooks: WebhookList
}

/** Decides by the rules of intake whether a changed webhook would take each event. */
export class MatchPreview {
  readonly counts: Record<PreviewChange, number> = { added: 0, kept: 0, removed: 0 }
  /** `raises` also counts changes of alerts. */
  readonly taken = { raises: 0, clears: 0 }
  readonly #before: PreviewedWebhook['before']
  readonly #after: RoutedWebhook
  readonly #listBefore: readonly RoutedWebhook[]
  readonly #listAfter: readonly RoutedWebhook[]
  readonly #samples: Readonly<Record<PreviewChange, Event[]>> = { added: [], kept: [], removed: [] }
  readonly #samplesMax: number

  constructor({ before, after, webhooks }: PreviewedWebhook, samplesMax: number) {
    this.#before = before
    this.#after = after
    this.#listBefore = [...webhooks.values()]
    this.#listAfter = [...this.#listBefore.filter(({ id }) => id !== before?.id), after]
    this.#samplesMax = samplesMax
  }

  /** Expects only changes and job runs: a resync goes to one webhook alone. */
  add(event: Event): void {
    const isTaken = whyNotNotified(this.#after, this.#listAfter, event) === undefined
    const wasTaken =
      this.#before !== undefined && whyNotNotified(this.#before, this.#listBefore, event) === undefined
    if (!isTaken && !wasTaken) return
    if (isTaken && event.kind === 'alert') this.taken[event.newState === 'cleared' ? 'clears' : 'raises'] += 1
    const change = isTaken ? (wasTaken ? 'kept' : 'added') : 'removed'
    this.counts[change] += 1
    if (this.#samples[change].length < this.#samplesMax) this.#samples[change].push(event)
  }

  /** Says that a webhook for more than clears would get only clears. */
  get onlyClears(): string | undefined {
    const { low, medium, high } = this.#after.alertFlags
    if (this.taken.clears === 0 || this.taken.raises > 0 || !(low || medium || high)) return undefined
    return 'It would only get clears: no raise or change among these events meets its matchers.'
  }

  /** Returns some of the events, changed ones first. */
  get samples(): readonly { readonly event: Event; readonly change: PreviewChange }[] {
    return PREVIEW_CHANGES.flatMap((change) =>
      this.#samples[change].map((event) => ({ event, change })),
    ).slice(0, this.#samplesMax)
  }
}

/**
 * Says that events may notify nobody: all enabled webhooks of a payload type have matchers, and none is `otherwise`.
 */
export function whyNobodyIsLeft(
  webhooks: Iterable<RoutedWebhook>,
  payloadType: PayloadType,
): string | undefined {
  const enabled = [...webhooks].filter((one) => one.enabled && one.payloadType === payloadType)
  const getsTheRest = ({ match }: RoutedWebhook) => match === null || isOtherwise(match)
  if (enabled.length === 0 || enabled.some(getsTheRest)) return undefined
  const what = payloadType === 'ALERT' ? 'alerts' : 'job runs'
  return `No enabled webhook for ${what} gets what these matchers leave: give one of them match: otherwise.`
}
