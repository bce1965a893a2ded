import type { Store } from '../../src/storage/store.ts'
import { exerciseActivity } from './suite-activity.ts'
import { exerciseAudit } from './suite-audit.ts'
import { exerciseClockSteps } from './suite-clock-steps.ts'
import { exerciseDeliveries } from './suite-deliveries.ts'
import { exerciseFallback } from './suite-fallback.ts'
import { exerciseHeaderChanges } from './suite-header-changes.ts'
import { exerciseHistory } from './suite-history.ts'
import { exerciseIntake } from './suite-intake.ts'
import { exerciseLanes } from './suite-lanes.ts'
import { exerciseOperationCounts } from './suite-operation-counts.ts'
import { exerciseOperations } from './suite-operations.ts'
import { exerciseOrder } from './suite-order.ts'
import { exerciseInvitations } from './suite-invitations.ts'
import { exerciseParts } from './suite-parts.ts'
import { exerciseSessions } from './suite-sessions.ts'
import { exerciseSigning } from './suite-signing.ts'
import { exerciseSourceMarks } from './suite-source-marks.ts'
import { exerciseSurvey } from './suite-survey.ts'
import { exerciseTelling } from './suite-telling.ts'
import { exerciseToldFilter } from './suite-told-filter.ts'
import { exerciseTokens } from './suite-tokens.ts'
import { exerciseUsers } from './suite-users.ts'
import { exerciseWebhookSearch } from './suite-webhook-search.ts'
import { exerciseWebhooks } from './suite-webhooks.ts'

/** Opens an empty store of its own for one test, and closes and removes it after it. */
export type OpenStore = () => Promise<Store>

/** Every promise of store.ts, for one engine. A second engine is put under it by one more file like sqlite.test.ts. */
export function exerciseStore(engine: string, openStore: OpenStore): void {
  exerciseWebhooks(engine, openStore)
  exerciseHeaderChanges(engine, openStore)
  exerciseSigning(engine, openStore)
  exerciseTokens(engine, openStore)
  exerciseUsers(engine, openStore)
  exerciseSessions(engine, openStore)
  exerciseInvitations(engine, openStore)
  exerciseIntake(engine, openStore)
  exerciseDeliveries(engine, openStore)
  exerciseLanes(engine, openStore)
  exerciseClockSteps(engine, openStore)
  exerciseOrder(engine, openStore)
  exerciseOperations(engine, openStore)
  exerciseOperationCounts(engine, openStore)
  exerciseToldFilter(engine, openStore)
  exerciseFallback(engine, openStore)
  exerciseHistory(engine, openStore)
  exerciseParts(engine, openStore)
  exerciseAudit(engine, openStore)
  exerciseActivity(engine, openStore)
  exerciseSourceMarks(engine, openStore)
  exerciseSurvey(engine, openStore)
  exerciseTelling(engine, openStore)
  exerciseWebhookSearch(engine, openStore)
}
