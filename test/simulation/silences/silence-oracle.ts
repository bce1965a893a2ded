import type { AlertState } from '../../../src/domain/alert/alert.ts'
import type { Claim } from '../../../src/domain/delivery/delivery.ts'
import type { ReceiverResponse } from '../../storage/suite/receiver-state/support.ts'
import { BrokenPromise } from '../model/broken-promise.ts'
import { ModelSilences } from './model-silences.ts'
import type { SilenceRun } from './silence-run.ts'

/** The state of one alert, at its monitor and at the receiver. */
interface Received {
  /** The state that the monitor reported last. */
  current: AlertState
  accepted: AlertState
  /** A state that it may have got after the last one that it accepted; a clear of it is due. */
  mayKnow: boolean
  /** The receiver may have got something that it did not accept. */
  isUncertain: boolean
  /** How often it has cleared: a raise after a clear is another one, also in the same state. */
  clears: number
  acceptedClears: number
}

/** Remembers what a receiver got, and finds promises of silences that are broken. */
export class Oracle {
  readonly silences = new ModelSilences()
  readonly #received = new Map<string, Received>()
  /** Counts, for each attempt, how often its alert had cleared when it was sent. */
  readonly #clearsAt = new WeakMap<Claim, number>()
  readonly #run: SilenceRun
  readonly #webhookId: number

  constructor(run: SilenceRun, webhookId: number) {
    this.#run = run
    this.#webhookId = webhookId
  }

  reported(key: string, state: AlertState): void {
    const received = this.#of(key)
    if (state === 'cleared' && received.current !== 'cleared') received.clears += 1
    received.current = state
  }

  /** Call it when an attempt is sent. Returns what it says. */
  sent(claim: Claim, now: number): string {
    const { key, state } = this.#saidBy(claim)
    const received = this.#of(key)
    const covering = this.silences.holderOf(key, now)
    if (state !== 'cleared' && covering !== undefined)
      throw new BrokenPromise('a silence holds raises and changes', `${covering}: ${key} ${state} is sent`)
    if (state === 'cleared' && received.accepted === 'cleared' && !received.mayKnow)
      throw new BrokenPromise('nothing clears for a receiver that knows nothing', key)
    if (state === received.accepted && received.clears === received.acceptedClears && !received.isUncertain)
      throw new BrokenPromise('nothing is sent twice', `${key} ${state}`)
    if (this.#run.mode === 'current_state' && state !== received.current)
      throw new BrokenPromise('the current state is sent', `${key} ${state} instead of ${received.current}`)
    if (state !== 'cleared') received.mayKnow = true
    this.#clearsAt.set(claim, received.clears)
    return `${key} ${state}`
  }

  /** Call it when an attempt ends. Returns what it said. */
  answered(claim: Claim, response: ReceiverResponse): string {
    const { key, state } = this.#saidBy(claim)
    const received = this.#of(key)
    if (response === 'accepted') {
      received.accepted = state
      received.isUncertain = false
      received.acceptedClears = this.#clearsAt.get(claim) ?? 0
      received.mayKnow = state !== 'cleared'
      // Nobody remembers what a failed attempt did that sent a change.
    } else if (response === 'possible' || claim.sentStates === null) received.isUncertain = true
    else if (received.accepted === 'cleared' && !received.isUncertain) received.mayKnow = false
    return `${response}: ${key} ${state}`
  }

  /** Call it when the service has nothing to do. */
  check({ now, isEnabled }: { readonly now: number; readonly isEnabled: boolean }): void {
    if (!this.#run.isHealthy || !isEnabled) return
    for (const [key, received] of this.#received) {
      const isCovered = this.silences.holderOf(key, now) !== undefined
      if (
        received.current === 'cleared'
          ? received.accepted !== 'cleared'
          : !isCovered && received.accepted !== received.current
      )
        throw new BrokenPromise(
          'what is not held is sent at once',
          `${key} is ${received.current}, received was ${received.accepted}`,
        )
    }
  }

  /** Call it when nothing is silenced any more and everything was sent. */
  checkEnd(): void {
    for (const [key, received] of this.#received) {
      if (received.accepted !== received.current || (received.current === 'cleared' && received.mayKnow))
        throw new BrokenPromise(
          'in the end the receiver knows what is so',
          `${key} is ${received.current}, received was ${received.accepted}`,
        )
    }
  }

  #saidBy({ event, webhook, sentStates }: Claim): { readonly key: string; readonly state: AlertState } {
    if (event.kind !== 'alert' || webhook.id !== this.#webhookId) throw new Error('there is no other event')
    return { key: event.name, state: sentStates?.episodeState.state ?? event.newState }
  }

  #of(key: string): Received {
    const received = this.#received.get(key) ?? {
      current: 'cleared',
      accepted: 'cleared',
      mayKnow: false,
      isUncertain: false,
      clears: 0,
      acceptedClears: 0,
    }
    this.#received.set(key, received)
    return received
  }
}
