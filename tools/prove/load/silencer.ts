import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../../../test/simulation/random.ts'
import type { Service } from '../../../test/support/app/service.ts'
import { alertsOf, MONITORS } from './monitors.ts'
import { PAYLOAD_TEMPLATE } from './receiver.ts'

/** The webhook that is silenced, in mode `current_state`: the others get every change. */
export const SILENCED = 'silenced'

/** A silence lasts between these, so it ends before the next life of the process, or in it. */
const LENGTH_MS_MIN = 100
const LENGTH_MS_MAX = 3_000
const PAUSE_MS_MAX = 200
const LATER_SHARE = 0.2
const ENDED_SHARE = 0.3

/** The time of a silence, as its client knows it. */
export interface Period {
  /** The names of the alerts that it holds begin so. */
  readonly alerts: string
  readonly beginMs: number
  /** Its end, or the moment at which somebody began to end it. */
  endMs: number
  /** Since when it holds for sure; undefined: nobody was shown that it exists. */
  surelyMs?: number
}

/** Makes it, and returns its id. */
export async function makeSilencedWebhook(service: Service, receiverUrl: string): Promise<number> {
  const response = await service.request('POST', '/v1/webhooks', {
    name: SILENCED,
    url: `${receiverUrl}/${SILENCED}`,
    payload_template: PAYLOAD_TEMPLATE,
    mode: 'current_state',
  })
  if (response.status !== 201) throw new Error(`the webhook ${SILENCED} was not made: ${response.status}`)
  return ((await response.json()) as { readonly id: number }).id
}

export interface SilencerDeps {
  readonly service: Service
  readonly webhookId: number
  readonly periods: Period[]
  readonly random: Random
  readonly stop: AbortSignal
}

/** Begins and ends silences, until it is stopped or nobody responds any more. */
export async function silence(deps: SilencerDeps): Promise<void> {
  const { service, periods, random, stop } = deps
  while (!stop.aborted) {
    const period = choosePeriod(random)
    periods.push(period)
    const response = await create(deps, period).catch(() => undefined)
    if (response === undefined) return
    // A silence that is created late may already be over, and is then refused.
    if (response.status !== 201) continue
    const { id } = response
    period.surelyMs = Math.max(period.beginMs, Date.now())
    await sleep(random.integer(0, PAUSE_MS_MAX))
    if (!stop.aborted && random.happens(ENDED_SHARE)) {
      period.endMs = Math.min(period.endMs, Date.now())
      const response = await service.request('DELETE', `/v1/silences/${id}`).catch(() => undefined)
      await response?.arrayBuffer().catch(() => undefined)
    }
  }
}

function choosePeriod(random: Random): Period {
  const beginMs = Date.now() + (random.happens(LATER_SHARE) ? random.integer(0, LENGTH_MS_MAX) : 0)
  const endMs = beginMs + random.integer(LENGTH_MS_MIN, LENGTH_MS_MAX)
  return { alerts: alertsOf(random.integer(0, MONITORS - 1)), beginMs, endMs }
}

interface CreatedSilence {
  readonly status: number
  readonly id: number
}

async function create({ service, webhookId }: SilencerDeps, period: Period): Promise<CreatedSilence> {
  const response = await service.request('POST', '/v1/silences', {
    match: `name=~"${period.alerts}.*"`,
    webhook_ids: [webhookId],
    starts_at: new Date(period.beginMs).toISOString(),
    ends_at: new Date(period.endMs).toISOString(),
    reason: 'to be killed',
  })
  const { id } = (await response.json()) as { readonly id: number }
  return { status: response.status, id }
}
