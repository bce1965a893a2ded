import type { Scenario } from '../scenario.ts'
import { NOTHING_COUNTED } from '../tally.ts'
import { ServiceProcess } from '../service-process.ts'

/** How long it takes to be ready, and what it holds when nothing happens. */
export const start: Scenario = {
  id: 'start',
  title: 'cold start, memory at rest',
  seconds: ({ restMs }) => 2 + restMs / 1000,
  measure: async (bench, engine) => {
    const database = await engine.createDatabase()
    const service = await ServiceProcess.start(database, bench.cleanup)
    await rest(bench.settings.restMs)
    const memoryMb = await service.memoryMb()
    await service.kill()
    await database.remove()
    return { tally: NOTHING_COUNTED, readings: { start: service.startMs, 'memory.idle': memoryMb } }
  },
}

export function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
