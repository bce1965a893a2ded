import { Agent, request } from 'undici'
import type { Part } from '../part.ts'
import type { BesideReceiverMethods } from '../parts/beside-receiver.ts'
import { monotonicMs } from '../parts/reports.ts'
import { median, percentiles } from '../statistics.ts'
import type { Contender, Running } from './contender.ts'

export interface BesideAmounts {
  readonly stormAlerts: number
  readonly storms: number
  readonly singles: number
  /** The number of alerts that are open already when one more storm comes. */
  readonly openAlerts: number
}

/** The readings of a contender in a round. */
export interface BesideReadings {
  /** Notifications per second of a storm, from its first post to its last notification. */
  readonly perSecond: number
  readonly cpuUs: number
  readonly singleP50: number
  readonly singleP99: number
  readonly memoryMb: number
  /**
   * Alerts that were acknowledged before a `kill -9`, and of which no notification ever came, not even after a new
   * start.
   */
  readonly lost: number
  readonly acknowledged: number
  /** A storm that comes when very many alerts are open already, as when a whole site is away. */
  readonly crowdedPerSecond: number
  readonly crowdedCpuUs: number
  readonly crowdedMemoryMb: number
}

type Crowded = Pick<BesideReadings, 'crowdedPerSecond' | 'crowdedCpuUs' | 'crowdedMemoryMb'>

const ALERTS_PER_POST = 50
const CLIENTS = 4
/** Between a single alert and the next: long enough for everything to be idle. */
const SINGLE_PAUSE_MS = 5

/** All loads on one contender but the crowded one; it is ended, and what it kept is gone. */
export async function measureContender(
  contender: Contender,
  receiver: Part<BesideReceiverMethods>,
  amounts: BesideAmounts,
): Promise<Omit<BesideReadings, keyof Crowded>> {
  const { stormAlerts, storms, singles } = amounts
  const agent = new Agent({ connections: CLIENTS })
  const running = await contender.start()
  const load = { running, receiver, agent }
  // The first storm is not counted: a service that has run for a while is compiled and warm.
  await storm(load, 'first', stormAlerts)
  const runs: Storm[] = []
  for (let number = 0; number < storms; number += 1)
    runs.push(await storm(load, `storm${number}`, stormAlerts))
  const memoryMb = await running.memoryMb()
  const latencies = await sendSingles(load, singles)
  const killed = await killInAStorm(load, contender, stormAlerts)
  await agent.close()
  await contender.remove()
  const { p50, p99 } = percentiles(latencies)
  return {
    perSecond: median(runs.map((run) => run.perSecond)),
    cpuUs: median(runs.map((run) => run.cpuUs)),
    singleP50: p50,
    singleP99: p99,
    memoryMb,
    ...killed,
  }
}

/** A storm on one that keeps very many open alerts, and nothing else; it is ended, and what it kept is gone. */
export async function measureCrowded(
  contender: Contender,
  receiver: Part<BesideReceiverMethods>,
  { openAlerts, stormAlerts }: BesideAmounts,
): Promise<Crowded> {
  const agent = new Agent({ connections: CLIENTS })
  const running = await contender.start()
  const load = { running, receiver, agent }
  await storm(load, 'open', openAlerts)
  const { perSecond, cpuUs } = await storm(load, 'crowded', stormAlerts)
  const crowdedMemoryMb = await running.memoryMb()
  await running.kill()
  await agent.close()
  await contender.remove()
  return { crowdedPerSecond: perSecond, crowdedCpuUs: cpuUs, crowdedMemoryMb }
}

interface Load {
  readonly running: Running
  readonly receiver: Part<BesideReceiverMethods>
  readonly agent: Agent
}

interface Storm {
  readonly perSecond: number
  readonly cpuUs: number
}

/** Sends so many alerts, in posts of 50 from four clients at once. */
async function storm({ running, receiver, agent }: Load, word: string, count: number): Promise<Storm> {
  await receiver.ask('reset', undefined)
  const usedBefore = await running.cpuSeconds()
  const startedAt = monotonicMs()
  const arrived = receiver.ask('awaitCount', count)
  await callAll(postsOf(word, count), (names) => post(running, agent, names))
  const endedAt = await arrived
  const cpuSeconds = (await running.cpuSeconds()) - usedBefore
  return { perSecond: (count * 1_000) / (endedAt - startedAt), cpuUs: (cpuSeconds * 1e6) / count }
}

/** From the post of one alert to the arrival of its notification, one after the other. */
async function sendSingles({ running, receiver, agent }: Load, count: number): Promise<readonly number[]> {
  const latencies: number[] = []
  for (let number = 0; number < count; number += 1) {
    await receiver.ask('reset', undefined)
    const arrived = receiver.ask('awaitCount', 1)
    const startedAt = monotonicMs()
    await post(running, agent, [`bench-single-${number}`])
    latencies.push((await arrived) - startedAt)
    await new Promise((resolve) => setTimeout(resolve, SINGLE_PAUSE_MS))
  }
  return latencies
}

/** Killed when half of a storm is acknowledged, and begun again on what it left. */
async function killInAStorm(
  { running, receiver, agent }: Load,
  contender: Contender,
  count: number,
): Promise<Pick<BesideReadings, 'lost' | 'acknowledged'>> {
  await receiver.ask('reset', undefined)
  const acknowledged: string[] = []
  let killed: Promise<void> | undefined
  await callAll(postsOf('killed', count), async (names) => {
    if (killed) return
    const isTaken = await post(running, agent, names).then(
      () => true,
      () => false,
    )
    if (isTaken) acknowledged.push(...names)
    if (acknowledged.length >= count / 2) killed ??= running.kill()
  })
  await (killed ?? running.kill())
  const again = await contender.start()
  // Some were taken whose response did not arrive; they do not count.
  const lost = await receiver.ask('countMissing', acknowledged)
  await again.kill()
  return { lost, acknowledged: acknowledged.length }
}

function postsOf(word: string, count: number): readonly (readonly string[])[] {
  const names = Array.from({ length: count }, (_, number) => `bench-${word}-${number}`)
  const posts: string[][] = []
  for (let from = 0; from < count; from += ALERTS_PER_POST)
    posts.push(names.slice(from, from + ALERTS_PER_POST))
  return posts
}

async function callAll<Item>(items: readonly Item[], call: (item: Item) => Promise<unknown>): Promise<void> {
  const left = [...items]
  const client = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await call(item)
  }
  await Promise.all(Array.from({ length: CLIENTS }, client))
}

/** Posts alerts as Prometheus does. Rejects unless they are taken. */
async function post({ intakeUrl, headers }: Running, agent: Agent, names: readonly string[]): Promise<void> {
  const startsAt = new Date().toISOString()
  const alerts = names.map((name) => ({
    labels: { alertname: name, severity: 'critical', instance: 'pg-orders-2:9187' },
    annotations: { summary: 'Replay lag 412 s, threshold 60 s.' },
    startsAt,
  }))
  const { statusCode, body } = await request(intakeUrl, {
    dispatcher: agent,
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify(alerts),
  })
  const text = await body.text()
  if (statusCode >= 300) throw new Error(`${intakeUrl}: ${statusCode} ${text}`)
}
