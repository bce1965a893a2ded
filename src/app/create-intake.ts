import type { Route } from '../api/routes/route.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Config } from '../config/config.ts'
import { AppError } from '../domain/errors.ts'
import { makesEvent } from '../domain/alert/event.ts'
import { Intake } from '../intake/intake.ts'
import type { Refusals } from '../intake/intake-limits.ts'
import type { MemoryGuard } from '../monitoring/memory-guard.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { Traces } from '../telemetry/traces.ts'
import type { Store } from '../storage/store.ts'
import type { OpenIntake } from '../housekeeping/open-intake.ts'
import type { ActivityCounter } from '../housekeeping/activity-counter.ts'

interface IntakeDeps {
  readonly store: Store
  readonly clock: Clock
  readonly openIntake: OpenIntake
  readonly wake: () => void
  readonly onWriting: () => void
  readonly config: Pick<Config, 'intakePendingMax'>
  readonly metrics: Metrics
  readonly traces: Traces | undefined
  readonly activity: Pick<ActivityCounter, 'countEvents'>
  readonly memory: Pick<MemoryGuard, 'refusal'>
  readonly refusals: Refusals
}

/** Creates the intake and connects those who count what it accepts and refuses. */
export function createIntake(parts: IntakeDeps): Intake {
  const { store, clock, openIntake, wake, onWriting, config, metrics, traces, activity, memory, refusals } =
    parts
  return new Intake({
    store,
    clock,
    openIntake,
    wake,
    onWriting,
    pendingMax: config.intakePendingMax,
    memoryRefusal: () => memory.refusal(),
    onAccepted: (fact) => {
      metrics.recordIntake(fact)
      traces?.recordReport(fact, { beganAt: fact.beganAt, committedAt: clock.now() })
      refusals.noteAccepted()
      if (makesEvent(fact.result)) activity.countEvents(1)
    },
    onRejected: (reason, error) => {
      metrics.countRejectedIntake(reason)
      if (error instanceof AppError) refusals.noteRefused(error.message)
    },
  })
}

/** While memory is short no body is read; a report among them counts as refused. */
export function refuseWithoutMemory({
  memory,
  metrics,
  refusals,
}: Pick<IntakeDeps, 'memory' | 'metrics' | 'refusals'>): (
  route: Pick<Route, 'scope'>,
) => AppError | undefined {
  return ({ scope }) => {
    const refusal = memory.refusal()
    if (refusal && scope === 'events:write') {
      metrics.countRejectedIntake('memory')
      refusals.noteRefused(refusal.message)
    }
    return refusal
  }
}
