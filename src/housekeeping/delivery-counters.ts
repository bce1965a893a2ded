import type { AttemptFact } from '../telemetry/facts.ts'
import type { Metrics } from '../telemetry/metrics.ts'
import type { ActivityCounter } from './activity-counter.ts'

interface Counters {
  readonly metrics: Pick<Metrics, 'recordAttempt' | 'countFailed'>
  readonly activity: Pick<ActivityCounter, 'countAttempt' | 'countFailed'>
}

/** Returns what counts attempts, and deliveries that failed without a further one, wherever they are shown. */
export function deliveryCounters({ metrics, activity }: Counters) {
  return {
    onAttempt: (fact: AttemptFact) => {
      metrics.recordAttempt(fact)
      activity.countAttempt(fact)
    },
    onFailed: (count: number) => {
      metrics.countFailed(count)
      activity.countFailed(count)
    },
  }
}
