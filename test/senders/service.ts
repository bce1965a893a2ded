import type { Alert, Observation, ObservationEffect } from '../../src/domain/alert/alert.ts'
import { alertEventOf, type AlertEvent } from '../../src/domain/alert/event.ts'
import { expire, observe } from '../../src/domain/alert/observe.ts'
import { absentSince, type Absence } from '../../src/domain/open-time.ts'
import { severityReader } from '../../src/domain/alert/severity.ts'
import { formatInstant } from '../../src/domain/instant.ts'
import { PROMETHEUS } from '../../src/intake/sources/prometheus.ts'

export const GRACE_MS = 60_000

/** A push as it arrives. */
export interface Arrival {
  readonly at: number
  readonly token: string
  /** Undefined: a script, which names no page. */
  readonly url: string | undefined
  readonly address: string
  readonly startsAt: number
  /** Undefined: it is good for `expires_after`. */
  readonly endsAt: number | undefined
}

/** Decides what pushes do, and when alerts expire: the rules, or these with a planted bug. */
export interface Rules {
  readonly observe: typeof observe
  readonly expire: typeof expire
}

export const RULES: Rules = { observe, expire }

export interface Change {
  readonly at: number
  readonly event: Omit<AlertEvent, 'id'>
}

/** One alert of a service under virtual time: what pushes do to it, and the timers of housekeeping. */
export class Service {
  readonly changes: Change[] = []
  readonly #rules: Rules
  readonly #keeps: boolean
  #alert: Alert | undefined
  #absences: readonly Absence[] = []
  #earlyClear: number | undefined

  constructor(rules: Rules = RULES, { keeps = false }: { readonly keeps?: boolean } = {}) {
    this.#rules = rules
    this.#keeps = keeps
  }

  get alert(): Alert | undefined {
    return this.#alert
  }

  /** Goes on with an alert that was stored. */
  restore(alert: Alert): void {
    this.#alert = alert
  }

  get isRaised(): boolean {
    return this.#alert !== undefined && this.#alert.state !== 'cleared'
  }

  /** Returns for how long nobody could report since a moment. */
  absentSince(moment: number): number {
    return absentSince({ absences: this.#absences }, moment)
  }

  /** Nobody could report for a while. */
  wasAbsent(from: number, until: number): void {
    this.passUntil(from)
    this.#absences = [...this.#absences, { until, ms: until - from }]
  }

  take(arrival: Arrival): ObservationEffect['result'] {
    this.passUntil(arrival.at)
    return this.observe(readPush(arrival, { keeps: this.#keeps }), arrival.at)
  }

  observe(observation: Observation, now: number): ObservationEffect['result'] {
    const before = this.#alert
    const openTime = { openUntil: Infinity, absences: this.#absences }
    const remembered = { openTime, earlyClear: this.#earlyClear }
    const { result, alert, oldState, earlyClear } = this.#rules.observe(before, observation, now, remembered)
    this.#earlyClear = earlyClear ?? this.#earlyClear
    if (!alert) return result
    const after = { ...alert, id: 1 }
    this.#alert = after
    if (oldState !== undefined) this.#note(before, oldState, now)
    return result
  }

  /** Lets housekeeping work until a moment. */
  passUntil(moment: number): void {
    const before = this.#alert
    if (!before || before.state === 'cleared') return
    const { endsAt = Infinity, expiresAt, observedAt } = before
    const dueAt = Math.min(endsAt, (expiresAt ?? Infinity) + GRACE_MS) + this.absentSince(observedAt)
    const now = Math.max(dueAt + 1, this.#absences.at(-1)?.until ?? 0)
    if (now > moment) return
    this.#alert = this.#rules.expire(before, now)
    this.#note(before, before.state, now)
  }

  #note(before: Alert | undefined, oldState: Alert['state'], at: number): void {
    if (!this.#alert) return
    this.changes.push({ at, event: alertEventOf({ before, after: this.#alert, oldState }, at) })
  }
}

/** Reads it as the door does. */
export function readPush(
  { at, token, url, address, startsAt, endsAt }: Arrival,
  { keeps = false, alertname = 'Lag' }: { readonly keeps?: boolean; readonly alertname?: string } = {},
): Observation {
  const body = {
    labels: { alertname, severity: 'critical' },
    startsAt: formatInstant(startsAt),
    ...(endsAt !== undefined && { endsAt: formatInstant(endsAt) }),
    ...(url !== undefined && { generatorURL: `${url}/graph?g0.expr=up` }),
  }
  const sender = { principal: token, name: token, address }
  const context = { source: 'prometheus', now: at, sender, severity: READ, ignoreLabels: [], raised: [] }
  const [observation] = PROMETHEUS.read([body], context).observations
  if (!observation) throw new Error('the push was refused')
  if (!keeps) return observation
  const { expiresAt: _, ...lasting } = observation
  return lasting
}

const READ = severityReader(undefined)
