import type { Config } from '../config/config.ts'
import type { NodeId } from '../domain/ids.ts'
import type { Clock } from '../runtime/clock.ts'
import { VERSION } from '../runtime/version.ts'
import type { Store } from '../storage/store.ts'
import type { Log } from '../telemetry/log.ts'
import type { Traces } from '../telemetry/traces.ts'

interface TracesDeps {
  readonly config: Pick<Config, 'tracesUrl'>
  readonly store: Pick<Store, 'installationId'>
  readonly clock: Clock
  readonly log: Log
  readonly nodeId: NodeId
}

/** Loads the tracing library only if traces are wanted. */
export async function createTraces({ config, store, ...parts }: TracesDeps): Promise<Traces | undefined> {
  if (config.tracesUrl === '') return undefined
  const { createOtlpTraces } = await import('../telemetry/otlp-traces.ts')
  const { installationId } = store
  return createOtlpTraces({ ...parts, url: config.tracesUrl, version: VERSION, installationId })
}
