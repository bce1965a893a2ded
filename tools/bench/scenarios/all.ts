import type { Scenario } from '../scenario.ts'
import { backlog, history } from './large-database.ts'
import { badReceivers, slowReceiver } from './bad-receivers.ts'
import { crowd } from './crowd.ts'
import { drain } from './drain.ts'
import { latency } from './latency.ts'
import { currentState } from './current-state.ts'
import { matchers } from './matchers.ts'
import { silences } from './silences.ts'
import { reads } from './reads.ts'
import { singles } from './singles.ts'
import { start } from './start.ts'
import { throughput } from './throughput.ts'

/** In the order in which they run. To add one, add a line, and its figures to figures.ts. */
export const SCENARIOS: readonly Scenario[] = [
  start,
  singles,
  latency(0),
  latency(100, { isFullOnly: true }),
  latency(1_000),
  latency(2_500, { isFullOnly: true }),
  latency(5_000),
  throughput(1),
  throughput(3),
  throughput(10),
  currentState,
  matchers,
  silences,
  crowd,
  drain,
  slowReceiver,
  badReceivers,
  backlog,
  history,
  reads,
]
