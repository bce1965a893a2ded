import type { Observation } from '../../../src/domain/alert/alert.ts'
import { BrokenPromise } from '../model/broken-promise.ts'
import { detailsOf } from './inputs.ts'
import type { World } from './world.ts'

/** The one alert that they watch. */
export const REPLICATED = 'replicated'
const SOURCE = 'alertmanager'
/** A clear is reported with the next group of alerts, and so long after our restart. */
const LATE_MS_MAX = 30 * 60_000

interface Word {
  readonly startsAt: number
  readonly endsAt: number | undefined
}

/** One, two or three Alertmanagers that see the same episodes; each reports those that it knows in their order. */
export class Replicas {
  readonly #world: World
  /** The reports of each of them; the first is sent again until it is acknowledged. */
  readonly #queues: Word[][]
  readonly #busy = new Set<Word[]>()
  #startsAt: number | undefined

  constructor(world: World) {
    this.#world = world
    this.#queues = Array.from({ length: world.replicated.integer(1, 3) }, () => [])
  }

  get isDone(): boolean {
    return this.#startsAt === undefined && this.#queues.every((queue) => queue.length === 0)
  }

  /** What the next of them says, if it is to say anything now. `answered` must be called with the result. */
  next():
    | { readonly observation: Observation; readonly answered: (isAccepted: boolean) => void }
    | undefined {
    const { replicated, isHealed } = this.#world
    if (replicated.happens(isHealed ? 1 : 0.2)) this.#turn()
    const idle = this.#queues.filter((queue) => queue.length > 0 && !this.#busy.has(queue))
    if (idle.length === 0) return undefined
    const queue = replicated.pick(idle)
    const [word] = queue
    if (!word) return undefined
    this.#busy.add(queue)
    return {
      observation: this.#observationOf(word),
      answered: (isAccepted) => {
        this.#busy.delete(queue)
        if (isAccepted) queue.shift()
      },
    }
  }

  /** After everything was reported. */
  checkOver(): void {
    const { state } = this.#world.model.alerts.get(`${SOURCE} ${REPLICATED}`) ?? {}
    if (state === undefined || state === 'cleared') return
    this.#world.report(new BrokenPromise('no replica leaves an alert raised for ever', `${state} at the end`))
  }

  /** An episode begins or ends. The first replica knows of all, the others of most. */
  #turn(): void {
    const { replicated, time, isHealed } = this.#world
    if (this.#startsAt === undefined && isHealed) return
    const startsAt = this.#startsAt ?? time.now
    const endsAt = this.#startsAt === undefined ? undefined : time.now - replicated.integer(0, LATE_MS_MAX)
    this.#startsAt = endsAt === undefined ? startsAt : undefined
    for (const [index, queue] of this.#queues.entries()) {
      // A replica that reported an episode reports its end.
      if (endsAt !== undefined && !this.#knows(index, startsAt)) continue
      if (endsAt === undefined && index > 0 && !replicated.happens(0.7)) continue
      this.#known.add(`${index} ${startsAt}`)
      const repeats = endsAt === undefined && replicated.happens(0.3) ? 2 : 1
      for (let count = 0; count < repeats; count += 1) queue.push({ startsAt, endsAt })
    }
  }

  readonly #known = new Set<string>()

  #knows(index: number, startsAt: number): boolean {
    return this.#known.has(`${index} ${startsAt}`)
  }

  #observationOf({ startsAt, endsAt }: Word): Observation {
    const { time } = this.#world
    return {
      source: SOURCE,
      key: REPLICATED,
      name: 'Simulated',
      state: endsAt === undefined ? 'high' : 'cleared',
      at: Math.min(endsAt ?? startsAt, time.now),
      countsByArrival: true,
      details: detailsOf(REPLICATED),
    }
  }
}
