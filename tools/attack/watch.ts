import { get } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { percentiles, type Percentiles } from '../bench/statistics.ts'

const EVERY_MS = 250
/** Longer than any budget: what takes longer counts as this long. */
const RESPONSE_MS_MAX = 30_000

export interface Watched {
  readonly healthMs: Percentiles
  readonly readyMs: Percentiles
  readonly residentMbMax: number
}

/** Checks again and again how large the process is, and how long it takes to say that it lives. */
export async function watch(
  { port, memoryMb }: { readonly port: number; readonly memoryMb: () => Promise<number> },
  signal: AbortSignal,
): Promise<Watched> {
  const sizes: number[] = []
  const measureSize = async () => void sizes.push(await memoryMb())
  const [health, ready] = await Promise.all([
    repeat(() => responseMs(port, '/healthz'), signal),
    repeat(() => responseMs(port, '/readyz'), signal),
    repeat(async () => {
      await measureSize()
      return 0
    }, signal),
  ])
  return {
    healthMs: percentiles(health),
    readyMs: percentiles(ready),
    residentMbMax: Math.max(0, ...sizes),
  }
}

async function repeat(step: () => Promise<number>, signal: AbortSignal): Promise<readonly number[]> {
  const values: number[] = []
  while (!signal.aborted) {
    values.push(await step())
    await wait(EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
  return values
}

/** On a connection of its own, as the probe of an orchestrator. No response at all counts as the longest. */
function responseMs(port: number, path: string): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const probe = get(
      { port, path, agent: false, signal: AbortSignal.timeout(RESPONSE_MS_MAX) },
      (response) => {
        response.resume()
        response.on('close', () =>
          resolve(response.complete ? performance.now() - startedAt : RESPONSE_MS_MAX),
        )
      },
    )
    probe.on('error', () => resolve(RESPONSE_MS_MAX))
  })
}
