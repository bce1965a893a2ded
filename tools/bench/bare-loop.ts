import { Part } from './part.ts'
import type { BareLoopMethods, BareRun } from './parts/bare-loop.ts'
import type { Bench } from './scenario.ts'

const CONNECTIONS = 64

/** Measures the same HTTP client alone: signed requests to the same receiver. */
export async function measureBareLoop({ cleanup, receiverUrl, settings }: Bench): Promise<BareRun> {
  const bare = new Part<BareLoopMethods>('bare-loop', cleanup)
  const run = await bare.ask('run', {
    url: receiverUrl,
    durationMs: settings.bareLoopMs,
    connections: CONNECTIONS,
  })
  bare.stop()
  return run
}
