import { WRITES_MAX } from '../domain/write-weight.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Log } from '../telemetry/log.ts'
import type { Store } from '../storage/store.ts'
import type { PeriodicTask } from './periodic.ts'

/** An idle node is woken by an operation. */
const IDLE_MS = 300_000

/** So soon an operation begins that was just asked for. */
const CHECK_MS = 250

interface OperationDeps {
  readonly store: Pick<Store, 'advanceOperations'>
  readonly clock: Clock
  readonly log: Log
  readonly wake: () => void
}

/** Carries on what is being done to many deliveries, also after a restart: where it stands is in the database. */
export function advanceOperations({ store, clock, log, wake }: OperationDeps): PeriodicTask {
  return {
    name: 'maintenance.operations',
    everyMs: CHECK_MS,
    idleMs: IDLE_MS,
    stepMax: 1,
    logsSteps: false,
    step: async () => {
      const operation = await store.advanceOperations({ now: clock.now(), limit: WRITES_MAX })
      if (!operation) return 0
      if (operation.changedCount > 0) wake()
      if (operation.state !== 'running') {
        const { id: operationId, kind, state, reason, examinedCount, changedCount, skippedCount } = operation
        const fields = { operationId, kind, state, reason, examinedCount, changedCount, skippedCount }
        log.info(fields, 'operation.ended')
      }
      return 1
    },
  }
}
