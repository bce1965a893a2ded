import type { Engine } from '../engines/engine.ts'
import type { Content } from '../fill-rows.ts'
import type { Filled } from '../fill.ts'
import { Part } from '../part.ts'
import type { MethodTimes, StoreMethods } from '../parts/store-methods.ts'
import type { Bench, Outcome, Scenario } from '../scenario.ts'
import type { Settings } from '../settings.ts'
import { type Run, Stage } from '../stage.ts'
import { median } from '../statistics.ts'
import { addTallies } from '../tally.ts'
import { rest } from './start.ts'

const BACKLOG_WEBHOOKS = 4
const EVENTS_OF_AN_ALERT = 5

/**
 * Everything waits for four webhooks whose receiver fails, and another one has to be served as if that were nothing.
 */
export const backlog: Scenario = {
  id: 'backlog',
  title: 'a large backlog',
  isOnce: true,
  seconds: (settings) => secondsFor(settings, settings.backlogCount),
  measure: (bench, engine) =>
    measureLarge(bench, engine, 'backlog', (count) => backlogOf(bench, count), bench.settings.backlogCount),
}

function backlogOf({ badReceiverUrl }: Bench, deliveryCount: number): Content {
  return {
    kind: 'unfinished',
    deliveryCount,
    alertCount: Math.ceil(deliveryCount / BACKLOG_WEBHOOKS / EVENTS_OF_AN_ALERT),
    urls: Array.from({ length: BACKLOG_WEBHOOKS }, () => `${badReceiverUrl}/500`),
    isNotified: false,
  }
}

const HISTORY_WEBHOOKS = 3
const HISTORY_ALERTS = 2_000

/** Ten days of deliveries that are long over. */
export const history: Scenario = {
  id: 'history',
  title: 'a long history',
  isOnce: true,
  seconds: (settings) => secondsFor(settings, settings.historyCount),
  measure: (bench, engine) =>
    measureLarge(bench, engine, 'history', (count) => historyOf(bench, count), bench.settings.historyCount),
}

export function historyOf({ receiverUrl }: Bench, deliveryCount: number): Content {
  return {
    kind: 'history',
    deliveryCount,
    alertCount: HISTORY_ALERTS,
    urls: Array.from({ length: HISTORY_WEBHOOKS }, () => `${receiverUrl}/sample`),
    isNotified: false,
  }
}

function secondsFor({ restMs, warmUpMs, measureMs }: Settings, deliveryCount: number): number {
  return 10 + deliveryCount / 50_000 + (2 * (restMs + warmUpMs + measureMs)) / 1000
}

/** Measures the same work on a large database and on one that is almost empty, alternately. */
async function measureLarge(
  bench: Bench,
  engine: Engine,
  id: 'backlog' | 'history',
  contentOf: (deliveryCount: number) => Content,
  deliveryCount: number,
): Promise<Outcome> {
  const few = await bench.prepared.get(bench, engine, contentOf(bench.settings.smallCount))
  const many = await bench.prepared.get(bench, engine, contentOf(deliveryCount))
  const methods = await measureMethods(bench, few, many)
  const fewRun = await runOn(bench, engine, few)
  const manyRun = await runOn(bench, engine, many)
  return {
    tally: addTallies(fewRun.run.tally, manyRun.run.tally),
    readings: {
      ...Object.fromEntries(
        (['claim', 'finish', 'intake'] as const).flatMap((method) => [
          [`${id}.${method}`, methods.many[method] / methods.few[method]],
          [`${id}.${method}Us`, methods.many[method]],
        ]),
      ),
      [`${id}.rate`]: rateOf(manyRun.run) / rateOf(fewRun.run),
      ...(id === 'backlog' && {
        'memory.backlog': manyRun.restingMb,
        'backlog.start': manyRun.startMs,
        'backlog.startRatio': manyRun.startMs / fewRun.startMs,
      }),
    },
  }
}

interface Compared {
  readonly few: MethodTimes
  readonly many: MethodTimes
}

async function measureMethods(bench: Bench, few: Filled, many: Filled): Promise<Compared> {
  const turns: Compared[] = []
  for (let turn = 0; turn < bench.settings.methodTurns; turn += 1) {
    turns.push({ few: await methodsOn(bench, few, turn), many: await methodsOn(bench, many, turn) })
  }
  const of = (side: keyof Compared): MethodTimes => ({
    claim: median(turns.map((turn) => turn[side].claim)),
    finish: median(turns.map((turn) => turn[side].finish)),
    intake: median(turns.map((turn) => turn[side].intake)),
  })
  return { few: of('few'), many: of('many') }
}

async function methodsOn(bench: Bench, { database }: Filled, turn: number): Promise<MethodTimes> {
  const part = new Part<StoreMethods>('store-methods', bench.cleanup)
  const times = await part.ask('measure', {
    address: database.address,
    keys: `verbs ${turn}`,
    batches: bench.settings.methodBatches,
  })
  part.stop()
  return times
}

/** The whole service on it: what it holds at rest, and what it sustains for one more webhook. */
async function runOn(bench: Bench, engine: Engine, { database }: Filled) {
  const stage = await Stage.open(bench, engine, database)
  await rest(bench.settings.restMs)
  const restingMb = await stage.service.memoryMb()
  await stage.addWebhooks(1)
  await stage.warmUp()
  const run = await stage.runFlat()
  await stage.removeWebhooks()
  await stage.close()
  return { run, restingMb, startMs: stage.service.startMs }
}

function rateOf({ received }: Run): number {
  return received.arrived / Math.max(1, received.periodMs)
}
