import type { Engine } from '../engines/engine.ts'
import type { Filled } from '../fill.ts'
import type { Content } from '../fill-rows.ts'
import { Part } from '../part.ts'
import type { StoreMethods, MethodTimes } from '../parts/store-methods.ts'
import type { Bench, Outcome } from '../scenario.ts'
import { addTallies } from '../tally.ts'
import { Stage, type Run } from '../stage.ts'
import { median } from '../statistics.ts'
import { rest } from './start.ts'

/** What the same work costs on a large database and on one that is almost empty, alternately. */
export async function measureLarge(
  bench: Bench,
  engine: Engine,
  { id, large, small }: { readonly id: string; readonly large: Content; readonly small: Content },
): Promise<Outcome> {
  const few = await bench.prepared.get(bench, engine, small)
  const many = await bench.prepared.get(bench, engine, large)
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
