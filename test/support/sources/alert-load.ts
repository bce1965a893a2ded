import assert from 'node:assert/strict'
import type { ReceivedRequest } from '../network/receiver.ts'
import type { Service } from '../app/service.ts'

/** What the webhook of the load sends; `createLoadWebhook` makes it. */
const PAYLOAD = '{"key": "%AlertName%", "state": "%CurrentState%"}'

const REQUEST_MS_MAX = 2_000
const CHANGES_NODE = 1 / 8
/** No fault of a test lasts so long. */
const REPORT_MS_MAX = 240_000
/** Before a refused report is sent again, to any node. */
const PAUSE_MS = 25

export async function createLoadWebhook(node: Service, url: string): Promise<void> {
  const made = await node.request('POST', '/api/v15/webhook/', {
    name: 'load',
    url,
    payload_template: PAYLOAD,
  })
  assert.equal(made.status, 200, await made.text())
}

type State = 'high' | 'cleared'

/**
 * Raises and clears one alert after the other, each report through any of the nodes and again until one acknowledges
 * it, as a sender that retries does. Each has its own moment, so that one which arrives late is stale.
 */
export class AlertLoad {
  readonly #prefix: string
  readonly #nodes: () => readonly Service[]
  readonly #writers: readonly Promise<void>[]
  #isOver = false
  #refusals = 0
  readonly acknowledged: { readonly key: string; readonly state: State }[] = []

  constructor(prefix: string, nodes: () => readonly Service[], writerCount = 6) {
    this.#prefix = prefix
    this.#nodes = nodes
    this.#writers = Array.from({ length: writerCount }, (_, writer) => this.#write(writer))
    // The load reports errors at the end.
    for (const writer of this.#writers) writer.catch(() => undefined)
  }

  /** How many reports were refused or got no response. */
  get refusals(): number {
    return this.#refusals
  }

  /** Each writer ends what it has begun. */
  async end(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#writers)
  }

  async #write(writer: number): Promise<void> {
    let turn = writer
    for (let index = 0; !this.#isOver; index += 1) {
      const key = `${this.#prefix}-${writer}-${index}`
      for (const state of ['high', 'cleared'] as const) {
        // Mostly where the last one was taken; a sender that asks at random would wait for a hanging node all the time.
        if (Math.random() < CHANGES_NODE) turn += 1
        turn = await this.#report(key, state, turn)
        this.acknowledged.push({ key, state })
      }
    }
  }

  /** The round in which it was acknowledged. */
  async #report(key: string, state: State, firstTurn: number): Promise<number> {
    const giveUpAt = performance.now() + REPORT_MS_MAX
    const at = new Date(Date.now() + (state === 'cleared' ? 1 : 0)).toISOString()
    for (let turn = firstTurn; ; turn += 1) {
      const nodes = this.#nodes()
      const node = nodes[turn % nodes.length]!
      // Longer each time: where everything is slow, nobody would ever take it in time.
      const patienceMs = REQUEST_MS_MAX * (1 + turn - firstTurn)
      const status = await node
        .request('POST', '/v1/alerts', { key, name: key, state, at }, AbortSignal.timeout(patienceMs))
        .then(async (response) => {
          await response.arrayBuffer()
          return response.status
        })
        .catch(() => undefined)
      if (status === 200) return turn
      assert.ok(status === undefined || status === 503, `answered ${status}`)
      this.#refusals += 1
      assert.ok(performance.now() < giveUpAt, `nobody took ${key} ${state} for ${REPORT_MS_MAX} ms`)
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

export interface Verdict {
  readonly acknowledged: number
  /** Acknowledged, and never received. */
  readonly missing: readonly string[]
  /** Alerts whose notifications did not come first as raised, then as cleared. */
  readonly disordered: readonly string[]
  /** Requests that had come before, by their `webhook-id`. */
  readonly duplicates: number
}

/** What the receiver got of a load. */
export function validateLoad(
  load: Pick<AlertLoad, 'acknowledged'>,
  requests: readonly ReceivedRequest[],
): Verdict {
  const firsts = new Map<string, { readonly key: string; readonly state: string }>()
  for (const { headers, body } of requests) {
    const id = String(headers['webhook-id'])
    if (!firsts.has(id)) firsts.set(id, JSON.parse(body) as { key: string; state: string })
  }
  const statesOf = new Map<string, string[]>()
  for (const { key, state } of firsts.values()) {
    statesOf.set(key, [...(statesOf.get(key) ?? []), state.toLowerCase()])
  }
  const keys = new Set(load.acknowledged.map(({ key }) => key))
  return {
    acknowledged: load.acknowledged.length,
    missing: load.acknowledged
      .filter(({ key, state }) => !statesOf.get(key)?.includes(state))
      .map(({ key, state }) => `${key} ${state}`),
    disordered: [...statesOf]
      .filter(([key, states]) => keys.has(key) && states.join(' ') !== 'high cleared')
      .map(([key, states]) => `${key}: ${states.join(' ')}`),
    duplicates: requests.length - firsts.size,
  }
}
