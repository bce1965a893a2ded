import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Cleanup } from '../cleanup.ts'
import type { Engine } from '../engines/engine.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { ServiceProcess } from '../service-process.ts'
import { NOTHING_COUNTED } from '../tally.ts'

const BUILD = join(import.meta.dirname, '../../../scripts/build/main.ts')

/** How long it takes to be ready, and what it holds when nothing happens: from the sources, and from the build. */
export const start: Scenario = {
  id: 'start',
  title: 'cold start, memory at rest',
  seconds: ({ restMs }) => 14 + (2 * restMs) / 1000,
  measure: async (bench, engine) => {
    const main = await build(bench.cleanup)
    const fromSources = await measureStart(bench, engine)
    const fromBuild = await measureStart(bench, engine, { main })
    return {
      tally: NOTHING_COUNTED,
      readings: {
        start: fromSources.startMs,
        'memory.idle': fromSources.memoryMb,
        'start.build': fromBuild.startMs,
        'memory.idleBuild': fromBuild.memoryMb,
      },
    }
  },
}

async function measureStart(bench: Bench, engine: Engine, program: { readonly main?: string } = {}) {
  const database = await engine.createDatabase()
  // The first start fills the cache of compiled code.
  const first = await ServiceProcess.start(database, bench.cleanup, program)
  await first.stop()
  const service = await ServiceProcess.start(database, bench.cleanup, program)
  await rest(bench.settings.restMs)
  const memoryMb = await service.memoryMb()
  await service.kill()
  await database.remove()
  return { startMs: service.startMs, memoryMb }
}

let built: string | undefined

/** Builds the program once for all rounds, and returns the path of its first file. */
async function build(cleanup: Cleanup): Promise<string> {
  if (built !== undefined) return built
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-build-'))
  cleanup.add(() => rm(folder, { recursive: true, force: true }))
  // A group of its own: Ctrl-C reaches this program alone, which ends the build before it removes the folder.
  const child = spawn(process.execPath, [BUILD, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const forget = cleanup.add(async () => {
    // With the compiler that it has started.
    process.kill(-(child.pid ?? 0), 'SIGKILL')
    await ended
  })
  const [status] = await ended
  forget()
  if (status !== 0) throw new Error('the build failed; its message is above')
  return (built = join(folder, 'src', 'main.js'))
}

export function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
