import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Engine } from '../engines/engine.ts'
import { Part } from '../part.ts'
import type { DurableLoopMethods } from '../parts/durable-loop.ts'
import { processUsage } from '../process-usage.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { Stage, type Run } from '../stage.ts'
import { rest } from './start.ts'

/** The load that users have: one alert per request, 1 KB of text, from 16 clients. */
const LOAD = { connections: 16, infoLength: 700 }
const STEADY_PER_SECOND = 100
/** After so long without work a node is idle. */
const IDLE_AFTER_MS = 15_000
const IDLE_MS = 20_000

/**
 * Single reports, as fast as responses come and at a rate that users have, beside the bare durable loop; and no
 * reports.
 */
export const singles: Scenario = {
  id: 'singles',
  title: 'single reports, beside the bare durable loop; idle',
  seconds: ({ warmUpMs, measureMs }) =>
    4 + (2 * (2 * measureMs + warmUpMs) + measureMs + IDLE_AFTER_MS + IDLE_MS) / 1000,
  measure: async (bench, engine) => {
    const loop = await measureLoop(bench, engine)
    const database = await engine.createDatabase()
    const stage = await Stage.open(bench, engine, database)
    await stage.addWebhooks(1)
    const cold = await stage.runFlat(bench.settings.measureMs, LOAD)
    const flat = await stage.runFlat(bench.settings.measureMs, LOAD)
    const steady = await stage.runSteady(STEADY_PER_SECOND, bench.settings.measureMs, LOAD)
    const idle = await measureIdle(stage, engine)
    await stage.kill()
    await database.remove()
    return {
      tally: flat.tally,
      readings: {
        'singles.rate': rateOf(flat),
        'singles.loop': rateOf(loop.flat),
        'singles.ratio': rateOf(flat) / rateOf(loop.flat),
        'singles.cold': rateOf(cold) / rateOf(loop.flat),
        'singles.us': eachUs(flat),
        'singles.databaseUs': databaseUs(flat),
        'singles.cost': eachUs(flat) / eachUs(loop.flat),
        'singles.p50': flat.received.latencyMs.p50,
        'singles.p99': flat.received.latencyMs.p99,
        'singles100.us': eachUs(steady),
        'singles100.databaseUs': databaseUs(steady),
        'singles100.cost': eachUs(steady) / eachUs(loop.steady),
        'singles100.p50': steady.received.latencyMs.p50,
        'singles100.p99': steady.received.latencyMs.p99,
        ...idle,
      },
    }
  },
}

async function measureLoop(
  bench: Bench,
  engine: Engine,
): Promise<{ readonly flat: Run; readonly steady: Run }> {
  const path = '/hook/0'
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-bench-'))
  const forget = bench.cleanup.add(() => rm(folder, { recursive: true, force: true }))
  const part = new Part<DurableLoopMethods>('durable-loop', bench.cleanup)
  const url = await part.ask('start', { receiverUrl: bench.receiverUrl, path, file: join(folder, 'log') })
  const stage = Stage.before(bench, engine, { url, token: '', usage: () => processUsage(part.pid) }, path)
  await stage.runFlat(bench.settings.warmUpMs, LOAD)
  const flat = await stage.runFlat(bench.settings.measureMs, LOAD)
  const steady = await stage.runSteady(STEADY_PER_SECOND, bench.settings.measureMs, LOAD)
  part.stop()
  await rm(folder, { recursive: true, force: true })
  forget()
  return { flat, steady }
}

/** Per second, of a node that nobody asks anything. */
async function measureIdle(stage: Stage, engine: Engine): Promise<Readonly<Record<string, number>>> {
  await rest(IDLE_AFTER_MS)
  const read = async () => ({
    ...(await stage.service.usage()),
    wakes: await stage.service.wakes(),
    server: await engine.counters(),
  })
  const before = await read()
  await rest(IDLE_MS)
  const after = await read()
  const each = (count: number) => (count * 1000) / IDLE_MS
  return {
    'singlesIdle.ms': each((after.cpuSeconds - before.cpuSeconds) * 1000),
    'singlesIdle.databaseMs': each((after.server.cpuSeconds - before.server.cpuSeconds) * 1000),
    'singlesIdle.wakes': each(after.wakes - before.wakes),
    'singlesIdle.writtenBytes': each(after.writtenBytes - before.writtenBytes),
  }
}

function rateOf({ received }: Run): number {
  return (received.arrived / received.periodMs) * 1000
}

function eachUs({ received, used }: Run): number {
  return (used.cpuSeconds * 1e6) / Math.max(1, received.arrived)
}

function databaseUs({ received, used }: Run): number {
  return (used.server.cpuSeconds * 1e6) / Math.max(1, received.arrived)
}
