import { measureBareLoop } from '../bare-loop.ts'
import type { Scenario } from '../scenario.ts'
import { Stage, type Run } from '../stage.ts'

/** Measures how many deliveries can be sustained, each report notified to so many webhooks, and what one costs. */
export function throughput(fanOut: number): Scenario {
  return {
    id: `fanout${fanOut}`,
    title: `highest throughput, fan-out ${fanOut}`,
    seconds: ({ bareLoopMs, warmUpMs, measureMs }) => 2 + (bareLoopMs * 1.3 + warmUpMs + measureMs) / 1000,
    measure: async (bench, engine) => {
      const bare = await measureBareLoop(bench)
      const database = await engine.createDatabase()
      const stage = await Stage.open(bench, engine, database)
      await stage.addWebhooks(fanOut)
      const sizeBefore = await database.sizeBytes()
      const { received: warmedUp } = await stage.runFlat(bench.settings.warmUpMs)
      const run = await stage.runFlat()
      const memoryMb = await stage.service.memoryMb()
      // Closed, so that SQLite has brought everything from its log into its file.
      await stage.close()
      const grownBytes = (await database.sizeBytes()) - sizeBefore
      await database.remove()
      const storedBytes = grownBytes / (warmedUp.arrived + run.received.arrived)
      const rate = (run.received.arrived / run.received.periodMs) * 1000
      return {
        tally: run.tally,
        readings: {
          [`fanout${fanOut}.rate`]: rate,
          [`fanout${fanOut}.ratio`]: rate / bare.perSecond,
          [`fanout${fanOut}.bare`]: bare.perSecond,
          ...(fanOut === 3 && { 'memory.load': memoryMb }),
          ...costs(fanOut, { run, storedBytes, bareUs: bare.eachUs }),
        },
      }
    },
  }
}

interface Measured {
  readonly run: Run
  readonly storedBytes: number
  readonly bareUs: number
}

function costs(
  fanOut: number,
  { run: { received, used }, storedBytes, bareUs }: Measured,
): Record<string, number> {
  const each = (amount: number) => amount / Math.max(1, received.arrived)
  const serviceUs = each(used.cpuSeconds * 1e6)
  const databaseUs = each(used.server.cpuSeconds * 1e6)
  return {
    [`cost${fanOut}.serviceUs`]: serviceUs,
    [`cost${fanOut}.bareUs`]: bareUs,
    [`cost${fanOut}.ratio`]: (serviceUs + databaseUs) / bareUs,
    [`cost${fanOut}.serviceMainUs`]: each(used.mainThreadSeconds * 1e6),
    [`cost${fanOut}.serviceOtherUs`]: each((used.cpuSeconds - used.mainThreadSeconds) * 1e6),
    [`cost${fanOut}.databaseUs`]: databaseUs,
    [`cost${fanOut}.walBytes`]: each(used.server.walBytes),
    [`cost${fanOut}.writtenBytes`]: each(used.writtenBytes),
    [`cost${fanOut}.storedBytes`]: storedBytes,
    [`cost${fanOut}.networkBytes`]: received.bytesPerRequest,
    [`cost${fanOut}.connections`]: used.server.connections,
    [`cost${fanOut}.databaseMb`]: used.server.memoryMb,
  }
}
