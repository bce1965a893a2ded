// The load of the bench, a process of its own: reports alerts, one observation per request. With a rate it is an
// open loop: each report has its scheduled moment, whether or not responses come back, and its notification is
// timed from that moment, so that a service that stalls cannot hide it (coordinated omission). Without a rate each
// of its connections sends as fast as responses come, but never so far ahead of the deliveries that more than
// `undeliveredMax` are under way: what is measured then is what the service can sustain, not how fast it can pile
// up.
import { Agent } from 'undici'
import { percentiles, type Percentiles } from '../statistics.ts'
import { type Load, monotonicMs, reportOf } from './reports.ts'
import { serveParent } from './serve-parent.ts'

export interface Loaded {
  /** The sequence number after its last. */
  readonly until: number
  /** Requests that did not get 200. */
  readonly notAccepted: readonly number[]
  readonly refused: number
  /** Reports that got no response within 10 s. */
  readonly unanswered: number
  readonly durationMs: number
  /** From the scheduled moment (without a rate: from sending) to the 200. */
  readonly responseMs: Percentiles
  /** How much later than scheduled the generator itself began to send. */
  readonly lateMs: Percentiles
}

export type GeneratorMethods = typeof methods

const EXACT_PER_SECOND_MAX = 50
const AWAKE_MS = 2

/** The number of the next report. */
let sequence = 0
/** Deliveries that have arrived since the load began. */
let arrived = 0
let onArrival: (() => void) | undefined

const methods = {
  run,
  arrived: (count: number) => {
    arrived = count
    onArrival?.()
  },
}
serveParent(methods)

interface Tally {
  readonly responseMs: number[]
  readonly lateMs: number[]
  readonly notAccepted: number[]
  refused: number
  unanswered: number
}

async function run(load: Load): Promise<Loaded> {
  const agent = new Agent({
    connections: load.connections,
    pipelining: 1,
    keepAliveTimeout: 60_000,
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  })
  const tally: Tally = { responseMs: [], lateMs: [], notAccepted: [], refused: 0, unanswered: 0 }
  sequence = load.from
  arrived = 0
  const startedAt = monotonicMs()
  const report = (scheduledAt: number) => send(agent, { load, tally, scheduledAt })
  await ('perSecond' in load.pace
    ? openLoop(report, { perSecond: load.pace.perSecond, durationMs: load.durationMs })
    : closedLoop(report, { ...load, ...load.pace }))
  const durationMs = monotonicMs() - startedAt
  await agent.close()
  const { responseMs, lateMs, notAccepted, refused, unanswered } = tally
  return {
    until: sequence,
    notAccepted,
    refused,
    unanswered,
    durationMs,
    responseMs: percentiles(responseMs),
    lateMs: percentiles(lateMs),
  }
}

async function send(
  agent: Agent,
  { load, tally, scheduledAt }: { readonly load: Load; readonly tally: Tally; readonly scheduledAt: number },
): Promise<void> {
  const own = sequence
  sequence += 1
  tally.lateMs.push(monotonicMs() - scheduledAt)
  try {
    const response = await agent.request({
      origin: load.url,
      path: '/v1/alerts',
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': load.token },
      body: reportOf(own, scheduledAt, load),
    })
    await response.body.dump()
    tally.responseMs.push(monotonicMs() - scheduledAt)
    if (response.statusCode === 200) return
    tally.refused += 1
  } catch {
    tally.unanswered += 1
  }
  tally.notAccepted.push(own)
}

async function openLoop(
  report: (scheduledAt: number) => Promise<void>,
  { perSecond, durationMs }: { readonly perSecond: number; readonly durationMs: number },
): Promise<void> {
  const startedAt = monotonicMs() + 1
  const total = Math.max(1, Math.round((perSecond * durationMs) / 1000))
  const responses: Promise<void>[] = []
  const dueAt = (index: number) => startedAt + (index * 1000) / perSecond
  while (responses.length < total) {
    const now = monotonicMs()
    while (responses.length < total && dueAt(responses.length) <= now)
      responses.push(report(dueAt(responses.length)))
    const next = dueAt(responses.length)
    await (perSecond <= EXACT_PER_SECOND_MAX ? untilExactly(next) : untilAbout(next))
  }
  await Promise.all(responses)
}

/** Timers come up to a millisecond late. */
async function untilAbout(at: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.max(1, at - monotonicMs())))
}

/** Where reports are far apart there is time to spend the last moments awake. */
async function untilExactly(at: number): Promise<void> {
  if (at - monotonicMs() > AWAKE_MS + 1) await untilAbout(at - AWAKE_MS)
  while (monotonicMs() < at) await new Promise((resolve) => setImmediate(resolve))
}

async function closedLoop(
  report: (scheduledAt: number) => Promise<void>,
  {
    connections,
    durationMs,
    fanOut,
    undeliveredMax,
  }: {
    readonly connections: number
    readonly durationMs: number
    readonly fanOut: number
    readonly undeliveredMax: number
  },
): Promise<void> {
  const first = sequence
  const endAt = monotonicMs() + durationMs
  const isAhead = () => (sequence - first) * fanOut - arrived >= undeliveredMax
  let waiting: (() => void)[] = []
  onArrival = () => {
    const woken = waiting
    waiting = []
    for (const wake of woken) wake()
  }
  const worker = async () => {
    while (monotonicMs() < endAt) {
      if (isAhead()) await new Promise<void>((resolve) => waiting.push(resolve))
      else await report(monotonicMs())
    }
  }
  // Those that wait for deliveries when the time is over are not to wait for ever.
  const end = setTimeout(() => onArrival?.(), durationMs + 1)
  await Promise.all(Array.from({ length: connections }, worker))
  clearTimeout(end)
  onArrival = undefined
}
