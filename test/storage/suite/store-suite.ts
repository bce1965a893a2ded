import type { Store } from '../../../src/storage/store.ts'
import { exerciseActivity } from './activity.ts'
import { exerciseAudit } from './people/audit.ts'
import { exerciseAcknowledgement } from './acknowledgement.ts'
import { exerciseClearAlert } from './clear-alert.ts'
import { exerciseFollowRaise } from './follow-raise.ts'
import { exerciseClockSteps } from './clock-steps.ts'
import { exerciseHousekeepingDue } from './housekeeping-due.ts'
import { exerciseDeliveries } from './deliveries.ts'
import { exerciseFallback } from './webhooks/fallback.ts'
import { exerciseHeaderChanges } from './webhooks/header-changes.ts'
import { exerciseHistory } from './history.ts'
import { exerciseIntake } from './intake.ts'
import { exerciseQueues } from './webhook-queues.ts'
import { exerciseUrgency } from './urgency.ts'
import { exerciseOperationCounts } from './operation-counts.ts'
import { exerciseOperations } from './operations.ts'
import { exerciseOrder } from './order.ts'
import { exerciseInvitations } from './people/invitations.ts'
import { exercisePages } from './pages.ts'
import { exerciseSessions } from './people/sessions.ts'
import { exerciseSigning } from './webhooks/signing.ts'
import { exerciseSourceCursors } from './source-cursors.ts'
import { exerciseSnapshot } from './snapshot.ts'
import { exerciseRoutingReview } from './webhooks/routing-review.ts'
import { exerciseClosing } from './receiver-state/closing.ts'
import { exerciseFallbackStates } from './receiver-state/fallbacks.ts'
import { exerciseInBetween } from './receiver-state/in-between.ts'
import { exerciseModeChanges } from './receiver-state/mode-changes.ts'
import { exerciseOpen } from './receiver-state/open.ts'
import { exerciseReporters } from './reporters.ts'
import { exerciseOutOfSync } from './receiver-state/out-of-sync.ts'
import { exerciseNotifying } from './receiver-state/receiver-state.ts'
import { exerciseSilences } from './silences/silences.ts'
import { exerciseSilenceEdges } from './silences/edges.ts'
import { exerciseAnnouncements } from './silences/announcements.ts'
import { exerciseSilenceClocks } from './silences/clock-steps.ts'
import { exerciseWindows } from './silences/windows.ts'
import { exerciseMatchBudget } from './silences/match-budget.ts'
import { exerciseMatchers } from './webhooks/matchers.ts'
import { exerciseNotifiedCounts } from './notified-counts.ts'
import { exerciseNotifiedNobody } from './webhooks/notified-nobody.ts'
import { exerciseNotifiedFilter } from './webhooks/notified-filter.ts'
import { exerciseTokens } from './people/tokens.ts'
import { exerciseUsers } from './people/users.ts'
import { exerciseWebhookCalls } from './webhooks/webhook-calls.ts'
import { exerciseWebhookSearch } from './webhooks/webhook-search.ts'
import { exerciseWebhookSet } from './webhooks/webhook-set.ts'
import { exerciseWebhooks } from './webhooks/webhooks.ts'

/** Opens an empty store of its own for one test, and closes and removes it after it. */
export type OpenStore = () => Promise<Store>

/** Every promise of store.ts, for one engine. A second engine is put under it by one more file like sqlite.test.ts. */
export function exerciseStore(engine: string, openStore: OpenStore): void {
  exerciseWebhooks(engine, openStore)
  exerciseWebhookSet(engine, openStore)
  exerciseHeaderChanges(engine, openStore)
  exerciseSigning(engine, openStore)
  exerciseTokens(engine, openStore)
  exerciseUsers(engine, openStore)
  exerciseSessions(engine, openStore)
  exerciseInvitations(engine, openStore)
  exerciseIntake(engine, openStore)
  exerciseReporters(engine, openStore)
  exerciseMatchers(engine, openStore)
  exerciseSilences(engine, openStore)
  exerciseSilenceEdges(engine, openStore)
  exerciseMatchBudget(engine, openStore)
  exerciseSilenceClocks(engine, openStore)
  exerciseWindows(engine, openStore)
  exerciseAnnouncements(engine, openStore)
  exerciseAcknowledgement(engine, openStore)
  exerciseClearAlert(engine, openStore)
  exerciseFollowRaise(engine, openStore)
  exerciseDeliveries(engine, openStore)
  exerciseQueues(engine, openStore)
  exerciseUrgency(engine, openStore)
  exerciseClockSteps(engine, openStore)
  exerciseHousekeepingDue(engine, openStore)
  exerciseOrder(engine, openStore)
  exerciseOperations(engine, openStore)
  exerciseOperationCounts(engine, openStore)
  exerciseNotifiedFilter(engine, openStore)
  exerciseFallback(engine, openStore)
  exerciseNotifying(engine, openStore)
  exerciseOutOfSync(engine, openStore)
  exerciseOpen(engine, openStore)
  exerciseModeChanges(engine, openStore)
  exerciseFallbackStates(engine, openStore)
  exerciseInBetween(engine, openStore)
  exerciseClosing(engine, openStore)
  exerciseHistory(engine, openStore)
  exercisePages(engine, openStore)
  exerciseAudit(engine, openStore)
  exerciseActivity(engine, openStore)
  exerciseSourceCursors(engine, openStore)
  exerciseSnapshot(engine, openStore)
  exerciseNotifiedCounts(engine, openStore)
  exerciseWebhookCalls(engine, openStore)
  exerciseRoutingReview(engine, openStore)
  exerciseNotifiedNobody(engine, openStore)
  exerciseWebhookSearch(engine, openStore)
}
