import type { Claim, FinishedAttempt } from '../../src/domain/delivery/delivery.ts'
import type { Store } from '../../src/storage/store.ts'
import type { Certainty } from '../../src/domain/receiver-state/after-attempt.ts'
import type { PlantedBug } from './planted-bugs.ts'

/** A bug in what an attempt says about what its receiver knows, or in a resync. */
export const CURRENT_STATE_BUGS: readonly PlantedBug[] = [
  {
    bug: 'a 504 counts as not sent',
    isSoonFound: true,
    plant: (store) =>
      attesting(store, (certainty) => (certainty === 'possible' ? 'not_notified' : certainty)),
  },
  {
    bug: 'a clear is sent to a receiver that was never notified',
    isSoonFound: true,
    plant: (store) =>
      attesting(store, (certainty) => (certainty === 'not_notified' ? 'possible' : certainty)),
  },
  {
    bug: 'what is out of sync is never sent',
    isSoonFound: true,
    plant: (store) => ({ ...store, createMissingDeliveries: async () => 0 }),
  },
  {
    bug: 'an alert that continues is called cleared where it is no longer for a receiver',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      claimDue: async (request) => {
        const claimed = await store.claimDue(request)
        return { ...claimed, claims: claimed.claims.map(callingCleared) }
      },
    }),
  },
  {
    bug: 'a fallback is not notified in time',
    isSoonFound: true,
    plant: (store) => ({ ...store, escalateToFallbacks: async () => 0 }),
  },
  {
    bug: 'a fallback waits for its time, though the schedule is over',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      finishAttempts: (attempts, now) => store.finishAttempts(attempts.map(asIfMoreCame), now),
    }),
  },
]

function callingCleared(claim: Claim): Claim {
  const { event, sentStates } = claim
  if (event.kind !== 'alert' || sentStates?.episodeState.state !== 'cleared') return claim
  return { ...claim, event: { ...event, newState: 'cleared' } }
}

function asIfMoreCame(attempt: FinishedAttempt): FinishedAttempt {
  const { next } = attempt
  return next.state === 'pending' ? { ...attempt, next: { state: 'pending', dueAt: next.dueAt } } : attempt
}

function attesting(store: Store, changed: (certainty: Certainty) => Certainty): Store {
  return {
    ...store,
    finishAttempts: (attempts, now) =>
      store.finishAttempts(
        attempts.map((attempt) =>
          attempt.sentNotification
            ? {
                ...attempt,
                sentNotification: {
                  ...attempt.sentNotification,
                  certainty: changed(attempt.sentNotification.certainty),
                },
              }
            : attempt,
        ),
        now,
      ),
  }
}

/** Instead of a row of `receiverState` that is to be written. */
const FORGET =
  'DELETE FROM receiver_states WHERE alert_id = new.alert_id AND webhook_id = new.webhook_id; RETURN NULL'

/** Before a row of PostgreSQL is written: `does` changes the new row, or leaves it out. */
export interface PostgresTrigger {
  readonly on: string
  readonly does: string
  /** What would keep the service from the bug. */
  readonly without?: string
}

/** Planted bugs as triggers: what an engine writes is not what it should have written. */
export const CURRENT_STATE_TRIGGERS: readonly {
  readonly bug: string
  /** On PostgreSQL, where a run costs more. */
  readonly isSoonFound?: true
  /** The trigger on SQLite. */
  readonly trigger: string
  readonly onPostgres: PostgresTrigger
}[] = [
  {
    bug: 'the end is forgotten for a disabled webhook',
    trigger: `AFTER INSERT ON receiver_states WHEN new.resync = 1 AND new.desired_state = 'cleared'
      BEGIN DELETE FROM receiver_states WHERE alert_id = new.alert_id AND webhook_id = new.webhook_id; END`,
    onPostgres: {
      on: "INSERT OR UPDATE ON receiver_states FOR EACH ROW WHEN (new.resync = 1 AND new.desired_state = 'cleared')",
      does: FORGET,
    },
  },
  {
    bug: 'a lost lease counts as not sent',
    trigger: `AFTER INSERT ON receiver_states WHEN new.uncertain > 0 AND EXISTS (
        SELECT 1 FROM deliveries JOIN attempts ON delivery_id = deliveries.id AND number = attempts_made
        WHERE webhook_id = new.webhook_id AND subject = 'alert ' || new.alert_id AND reason LIKE 'the attempt was cut off%')
      BEGIN UPDATE receiver_states SET uncertain = 0 WHERE webhook_id = new.webhook_id AND alert_id = new.alert_id; END`,
    onPostgres: {
      on: 'INSERT OR UPDATE ON receiver_states FOR EACH ROW WHEN (new.uncertain > 0)',
      does: `IF EXISTS (SELECT FROM attempts WHERE reason LIKE 'the attempt was cut off%' AND xmin = pg_current_xact_id()::xid)
        THEN new.uncertain = 0; END IF; RETURN new`,
    },
  },
  {
    bug: 'the successor starts the schedule anew',
    isSoonFound: true,
    trigger: `AFTER INSERT ON deliveries WHEN new.attempts_uncounted < 0
      BEGIN UPDATE deliveries SET attempts_uncounted = 0 WHERE id = new.id; END`,
    onPostgres: {
      on: 'INSERT ON deliveries FOR EACH ROW WHEN (new.attempts_uncounted < 0)',
      does: 'new.attempts_uncounted = 0; RETURN new',
    },
  },
  {
    bug: 'a newer one overtakes one that is being sent',
    isSoonFound: true,
    trigger: `AFTER INSERT ON deliveries
      WHEN new.state = 'waiting' AND EXISTS (SELECT 1 FROM webhooks WHERE id = new.webhook_id AND mode = 'current_state')
      BEGIN UPDATE deliveries SET state = 'pending' WHERE id = new.id; END`,
    onPostgres: {
      on: "INSERT ON deliveries FOR EACH ROW WHEN (new.state = 'waiting')",
      does: `IF EXISTS (SELECT FROM webhooks WHERE id = new.webhook_id AND mode = 'current_state')
        THEN new.state = 'pending'; END IF; RETURN new`,
      without: 'DROP INDEX deliveries_head',
    },
  },
  {
    bug: 'what was sent is sent once more',
    isSoonFound: true,
    trigger: `AFTER INSERT ON receiver_states WHEN new.sent_state <> 'cleared' AND new.sent_episode_number > 1
      BEGIN UPDATE receiver_states SET sent_episode_number = 1 WHERE alert_id = new.alert_id AND webhook_id = new.webhook_id; END`,
    onPostgres: {
      on: "INSERT OR UPDATE ON receiver_states FOR EACH ROW WHEN (new.sent_state <> 'cleared' AND new.sent_episode_number > 1)",
      does: 'new.sent_episode_number = 1; RETURN new',
    },
  },
  {
    bug: 'the fallback of a fallback is not notified in time',
    trigger: `AFTER INSERT ON deliveries WHEN new.fallback_depth > 0 AND new.fallback_at IS NOT NULL
      BEGIN UPDATE deliveries SET fallback_at = NULL WHERE id = new.id; END`,
    onPostgres: {
      on: 'INSERT ON deliveries FOR EACH ROW WHEN (new.fallback_depth > 0 AND new.fallback_at IS NOT NULL)',
      does: 'new.fallback_at = NULL; RETURN new',
    },
  },
  {
    bug: 'the fallback does not hear the end',
    trigger: `AFTER INSERT ON receiver_states WHEN new.escalated = 1 AND new.sent_state <> 'cleared'
      BEGIN DELETE FROM receiver_states WHERE alert_id = new.alert_id AND webhook_id = new.webhook_id; END`,
    onPostgres: {
      on: "INSERT OR UPDATE ON receiver_states FOR EACH ROW WHEN (new.escalated = 1 AND new.sent_state <> 'cleared')",
      does: FORGET,
    },
  },
]
