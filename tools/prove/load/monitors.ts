import { setTimeout as sleep } from 'node:timers/promises'
import { type Service, type ServiceOptions, startService } from '../../../test/support/app/service.ts'
import { type Ledger, newestAcknowledged } from '../promises/ledger.ts'

/**
 * Monitors that report at the same time, each its own alerts, so that the changes of one alert are reported one after
 * the other.
 */
export const MONITORS = 6
/** The alerts of a monitor, which reports one of them, or all in one request. */
const ALERTS_PER_MONITOR = 4

/** By the number of the change: each is another than the one before, so each is an event. */
const STATES = ['cleared', 'high', 'low', 'medium'] as const
type State = (typeof STATES)[number]

/** The time that a monitor waits after a refusal. */
const REFUSED_WAIT_MS = 20

/** Sends a report; undefined: no response came. */
type SendReport = (observations: readonly object[], signal: AbortSignal) => Promise<number | undefined>

interface MonitorsDeps {
  readonly send: SendReport
  readonly ledger: Ledger
  /** Tells whether the next request has all alerts of the monitor in it. */
  readonly isBatch: () => boolean
  readonly stop: AbortSignal
  /** No more than this, for each monitor. */
  readonly reportsMax?: number
}

/**
 * Reports change after change, until it is stopped or nobody responds any more. What was not acknowledged is
 * reported again by the next call with the same ledger, as monitors do that had no response.
 */
export async function report(deps: MonitorsDeps): Promise<void> {
  const newest = newestAcknowledged(deps.ledger)
  await Promise.all(
    Array.from({ length: MONITORS }, (_, monitor) => reportOwn(keysOf(monitor), newest, deps)),
  )
}

async function reportOwn(
  keys: readonly string[],
  newest: ReadonlyMap<string, number>,
  { send, ledger, isBatch, stop, reportsMax = Infinity }: MonitorsDeps,
): Promise<void> {
  const numbers = keys.map((key) => ({ key, number: (newest.get(key) ?? 0) + 1 }))
  for (let count = 0; count < reportsMax && !stop.aborted;) {
    const one = numbers[count % numbers.length]
    const reported = isBatch() || !one ? numbers : [one]
    const status = await send(reported.map(observation), stop).catch(() => undefined)
    if (status === undefined) return
    if (status === 200) {
      const atMs = Date.now()
      for (const change of reported) {
        ledger.acknowledged.push({ ...change, atMs })
        change.number += 1
      }
      count += 1
    } else if (status >= 500) await sleep(REFUSED_WAIT_MS)
    else throw new Error(`a report was answered with ${status}`)
  }
}

function observation({ key, number }: { readonly key: string; readonly number: number }): object {
  return { key, name: key, state: stateOf(number), current_value: String(number) }
}

/** Returns the state that a change of this number reports. */
export function stateOf(number: number): State {
  return STATES[number % STATES.length]!
}

/** Returns how the names of the alerts of a monitor begin. */
export function alertsOf(monitor: number): string {
  return `alert-${monitor}-`
}

function keysOf(monitor: number): readonly string[] {
  return Array.from({ length: ALERTS_PER_MONITOR }, (_, alert) => `${alertsOf(monitor)}${alert}`)
}

/** Sends a report to a service. Returns the status. */
export async function sendReport(service: Service, observations: readonly object[]): Promise<number> {
  const response = await service.request('POST', '/v1/alerts', observations)
  await response.arrayBuffer()
  return response.status
}

/** The service, again and again on what it left; none outlives the end, not even one that only starts. */
export class Lives {
  #newest: Promise<Service> | undefined
  #hasEnded = false

  async start(options: ServiceOptions): Promise<Service> {
    if (this.#hasEnded) throw new Error('it is being ended')
    this.#newest = startService(options)
    return this.#newest
  }

  /** Twice is harmless. */
  async end(): Promise<void> {
    this.#hasEnded = true
    const service = await this.#newest?.catch(() => undefined)
    await service?.kill()
  }
}
