import type { AlertState } from '../../../../src/domain/alert/alert.ts'
import type { Claim } from '../../../../src/domain/delivery/delivery.ts'
import type { NewSilence } from '../../../../src/domain/silence/silence.ts'
import type { Mode } from '../../../../src/domain/webhook/webhook.ts'
import type { Store } from '../../../../src/storage/store.ts'
import { AUTHOR, newWebhook, NOW, observation } from '../../../support/build.ts'
import { claimAll } from '../finish.ts'
import { answered, said, type ReceiverResponse } from '../receiver-state/support.ts'

export const MINUTE_MS = 60_000

export function silence(given: Partial<NewSilence> = {}): NewSilence {
  return {
    match: 'name=~".+"',
    webhookIds: null,
    startsAt: NOW,
    endsAt: NOW + 60 * MINUTE_MS,
    reason: 'patching pg-orders-2',
    createdBy: 'dba on duty',
    ...given,
  }
}

/** A webhook, its receiver, one alert and its silences; time is counted in minutes. */
export class Scene {
  readonly store: Store
  readonly sent: string[] = []
  readonly webhookId: number
  #response: ReceiverResponse = 'accepted'
  #underWay: readonly Claim[] = []
  #silenceIds: readonly number[] = []

  private constructor(store: Store, webhookId: number) {
    this.store = store
    this.webhookId = webhookId
  }

  static async open(store: Store, mode: Mode): Promise<Scene> {
    const { id } = await store.createWebhook(
      newWebhook({ mode, retryScheduleMs: [MINUTE_MS], acknowledgements: true }),
      NOW,
    )
    return new Scene(store, id)
  }

  /** Carries out one action, and then, unless it begins with `down`, what a service does within a second. */
  async play(minute: number, action: string): Promise<void> {
    const now = NOW + minute * MINUTE_MS
    const isDown = action.startsWith('down ')
    const [verb = '', word = '', value = ''] = action.replace(/^down /u, '').split(' ')
    await this.#do(verb, { word, value: Number(value), now })
    if (!isDown) await this.#run(now)
  }

  async #do(
    verb: string,
    { word, value, now }: { readonly word: string; readonly value: number; readonly now: number },
  ): Promise<void> {
    const at = (minute: number) => NOW + minute * MINUTE_MS
    const newest = this.#silenceIds.at(-1) ?? 0
    switch (verb) {
      case 'report':
        await this.store.acceptObservations([observation({ state: word as AlertState, at: now })], now)
        return
      case 'silence': {
        const created = await this.store.createSilence(silence({ startsAt: now, endsAt: at(value) }), now)
        this.#silenceIds = [...this.#silenceIds, created.id]
        return
      }
      case 'plan': {
        const [startsAt, endsAt] = [at(Number(word)), at(value)]
        this.#silenceIds = [
          ...this.#silenceIds,
          (await this.store.createSilence(silence({ startsAt, endsAt }), now)).id,
        ]
        return
      }
      case 'extend':
        await this.store.changeSilence(newest, { endsAt: at(value) }, { now })
        return
      case 'end':
        await this.store.endSilence(newest, { now })
        return
      case 'acknowledge':
        await this.store.acknowledgeAlert(1, {
          note: null,
          until: now + (value || 60) * MINUTE_MS,
          now,
          by: { ...AUTHOR, name: word },
        })
        return
      case 'withdraw':
        await this.store.withdrawAcknowledgement(1, { now, by: AUTHOR })
        return
      case 'receiver':
        this.#response = word as ReceiverResponse
        return
      case 'enable':
      case 'disable':
        await this.store.changeWebhook(this.webhookId, { enabled: verb === 'enable' }, { now })
        return
      case 'claim':
        this.#underWay = await claimAll(this.store, now)
        return
      case 'answer':
        await this.#finish(this.#underWay, word as ReceiverResponse, now)
        return
      case 'wait':
        return
      default:
        throw new Error(`there is no action ${verb}`)
    }
  }

  /** Repeats the steps of the service as long as they find something to do. */
  async #run(now: number): Promise<void> {
    for (let round = 0; round < 10; round += 1) {
      const released = await this.store.releaseSilenced({ now, limit: 1 })
      const made = await this.store.createMissingDeliveries({ now, limit: 1 })
      const claims = await claimAll(this.store, now)
      const held = claims.filter(({ heldBy }) => heldBy !== null)
      if (held.length > 0) await this.store.holdClaims(held, now)
      await this.#finish(
        claims.filter(({ heldBy }) => heldBy === null),
        this.#response,
        now,
      )
      if (released + made + claims.length === 0) return
    }
    throw new Error('the service finds something to do again and again')
  }

  async #finish(claims: readonly Claim[], response: ReceiverResponse, now: number): Promise<void> {
    await this.store.finishAttempts(
      claims.map((claim) => answered(claim, response, { now })),
      now,
    )
    if (response === 'accepted') this.sent.push(...claims.map(stateSent))
  }
}

/** Returns the state that a claim sends, and who has acknowledged the alert. */
function stateSent(claim: Claim): string {
  const state = said(claim).split(' to ')[1] ?? ''
  const by = claim.event.kind === 'alert' ? claim.event.acknowledgement?.by : undefined
  return by === undefined ? state : `${state}, ${by}`
}
