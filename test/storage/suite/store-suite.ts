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
import { exerciseReminders } from './receiver-state/reminders.ts'
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

/** Have statements of each engine's own. */
const OF_EACH_ENGINE = [
  exerciseWebhooks,
  exerciseWebhookSet,
  exerciseIntake,
  exerciseSilences,
  exerciseSilenceClocks,
  exerciseAcknowledgement,
  exerciseClearAlert,
  exerciseFollowRaise,
  exerciseDeliveries,
  exerciseQueues,
  exerciseUrgency,
  exerciseClockSteps,
  exerciseHousekeepingDue,
  exerciseOrder,
  exerciseOperations,
  exerciseOperationCounts,
  exerciseFallback,
  exerciseNotifying,
  exerciseOutOfSync,
  exerciseReminders,
  exerciseOpen,
  exerciseModeChanges,
  exerciseFallbackStates,
  exerciseInBetween,
  exerciseClosing,
  exerciseHistory,
  exercisePages,
  exerciseNotifiedFilter,
  exerciseSnapshot,
  exerciseRoutingReview,
  exerciseWebhookSearch,
] as const

/** Stand once, as transaction scripts, rules or lists made of one table: an engine only runs them. */
const SHARED = [
  exerciseHeaderChanges,
  exerciseSigning,
  exerciseTokens,
  exerciseUsers,
  exerciseSessions,
  exerciseInvitations,
  exerciseReporters,
  exerciseMatchers,
  exerciseSilenceEdges,
  exerciseMatchBudget,
  exerciseWindows,
  exerciseAnnouncements,
  exerciseAudit,
  exerciseActivity,
  exerciseSourceCursors,
  exerciseNotifiedCounts,
  exerciseWebhookCalls,
  exerciseNotifiedNobody,
] as const

/** Set by the runner, which gives each of several processes a part: `2/3`. The last of them are the shared ones. */
const [PART = 1, PART_COUNT = 1] = (process.env['TOCSIN_TEST_PART'] ?? '1/1').split('/').map(Number)

/** Every promise of store.ts, for one engine. A second engine is put under it by one more file like sqlite.test.ts. */
export function exerciseStore(engine: string, openStore: OpenStore): void {
  for (const exercise of partOf(PART, PART_COUNT)) exercise(engine, openStore)
}

function partOf(part: number, count: number): readonly ((engine: string, openStore: OpenStore) => void)[] {
  if (count === 1) return [...OF_EACH_ENGINE, ...SHARED]
  return part === count ? SHARED : OF_EACH_ENGINE.filter((_, index) => index % (count - 1) === part - 1)
}
