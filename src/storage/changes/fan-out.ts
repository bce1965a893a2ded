import { isChange, isClear, subjectOf, type AlertEvent, type NewEvent } from '../../domain/alert/event.ts'
import { urgencyOf } from '../../domain/delivery/urgency.ts'
import type { SilenceId, WebhookId } from '../../domain/ids.ts'
import type { Instant } from '../../domain/instant.ts'
import { fallsBackAt } from '../../domain/routing/fallback.ts'
import { matchingChanges, notifiesNobody } from '../../domain/routing/matching.ts'
import { mayFollowRaises } from '../../domain/routing/routed-webhook.ts'
import { NOT_COVERED } from '../../domain/silence/silences.ts'
import { newDelivery, type PlacedState, StateChanges, type StateView } from './change-alert.ts'
import { QueueChanges, type QueueView } from './queue-changes.ts'
import type { Known } from './rows.ts'

type Episode = Pick<AlertEvent, 'alertId' | 'episodeNumber'>

/** Alerts that may change, as an engine has loaded them, or looks them up. */
export interface IntakeView extends QueueView, StateView {
  readonly known: Known
  /** Returns the webhooks that were, or may have been, notified of the episode. */
  notifiedOf(episode: Episode): ReadonlySet<WebhookId>
}

export interface AddedEvent {
  readonly eventPlace: number
  readonly deliveryCount: number
  /** No webhook takes it. */
  readonly notifiedNobody: boolean
}

/** Events and what follows from them, to be written by one transaction. */
export interface Gathered {
  readonly events: readonly NewEvent[]
  readonly notifiedNobody: ReadonlySet<number>
  readonly queues: Pick<QueueChanges, 'deliveries' | 'superseded' | 'hurried'>
  readonly stateWrites: readonly PlacedState[]
  readonly held: readonly (readonly [id: SilenceId, at: Instant])[]
}

/** Gathers the events of a transaction and their deliveries, for the engine to write. */
export class FanOut implements Gathered {
  readonly events: NewEvent[] = []
  readonly queues: QueueChanges
  readonly notifiedNobody = new Set<number>()
  readonly #held = new Map<SilenceId, Instant>()
  readonly #notified = new Map<string, Set<WebhookId>>()
  readonly #view: IntakeView
  #states: StateChanges | undefined

  constructor(view: IntakeView) {
    this.#view = view
    this.queues = new QueueChanges(view)
  }

  get stateWrites(): readonly PlacedState[] {
    return this.#states?.writes ?? []
  }

  /** The silences that held something, by id, against deadlocks. */
  get held(): Gathered['held'] {
    return [...this.#held].toSorted(([one], [other]) => one - other)
  }

  add(event: NewEvent): AddedEvent {
    const { webhooks, silences } = this.#view.known
    const eventPlace = this.events.push(event)
    const at = event.acceptedAt
    // Before anything gives way to the clear.
    const notified = isClear(event) && mayFollowRaises(webhooks) ? this.#notifiedOf(event) : undefined
    const byState = event.kind === 'alert' ? this.#statesIfAny()?.change(event, eventPlace) : undefined
    let deliveryCount = byState?.deliveryCount ?? 0
    for (const id of byState?.notifiedIds ?? []) this.#noteNotified(event, id)
    const coveredBy = event.kind === 'job_run' ? silences.over(event, at) : NOT_COVERED
    const [subject, urgency] = [subjectOf(event), urgencyOf(event)]
    for (const webhook of matchingChanges(webhooks, event, notified)) {
      if (byState?.decidedByState.has(webhook.id)) continue
      const heldBy = coveredBy(webhook.id)
      if (heldBy !== null) {
        this.#held.set(heldBy, at)
        continue
      }
      deliveryCount += 1
      this.#noteNotified(event, webhook.id)
      const own = { at, eventPlace, urgency, fallbackAt: fallsBackAt(webhook, event) }
      this.queues.join(newDelivery({ webhook_id: webhook.id, subject }, own))
    }
    const isNotified = deliveryCount > (byState?.closingCount ?? 0)
    const notifiedNobody = isChange(event) && !isNotified && notifiesNobody(webhooks, event)
    if (notifiedNobody) this.notifiedNobody.add(eventPlace)
    return { eventPlace, deliveryCount, notifiedNobody }
  }

  #statesIfAny(): StateChanges | undefined {
    const { known } = this.#view
    if (!this.#states && !known.areRemembered) return undefined
    this.#states ??= new StateChanges({
      known,
      view: this.#view,
      queues: this.queues,
      addEvent: (event) => this.events.push(event),
      noteHeld: (id, at) => this.#held.set(id, at),
    })
    return this.#states
  }

  #notifiedOf(episode: Episode): ReadonlySet<WebhookId> {
    const here = this.#notified.get(nameOfEpisode(episode))
    const before = this.#view.notifiedOf(episode)
    return here ? new Set([...before, ...here]) : before
  }

  /** Notes who is notified of a raise, for a clear in the same transaction. */
  #noteNotified(event: NewEvent, webhookId: WebhookId): void {
    if (event.kind !== 'alert' || !mayFollowRaises(this.#view.known.webhooks)) return
    const name = nameOfEpisode(event)
    const known = this.#notified.get(name)
    if (known) known.add(webhookId)
    else this.#notified.set(name, new Set([webhookId]))
  }
}

export function nameOfEpisode({ alertId, episodeNumber }: Episode): string {
  return `${alertId} ${episodeNumber}`
}
