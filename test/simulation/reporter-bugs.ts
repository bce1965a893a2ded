import type { Observation } from '../../src/domain/alert/alert.ts'
import type { Push } from '../../src/domain/reporter/reporter.ts'
import type { Store } from '../../src/storage/store.ts'
import type { PostgresTrigger } from './current-state-bugs.ts'
import type { PlantedBug } from './planted-bugs.ts'
import { ACTION_WEIGHTS, type Plan } from './plan.ts'

/** Servers and scripts push alerts for a quarter of an hour, and are restarted, as nodes are. */
export const REPORTERS: Partial<Plan> = {
  stepCount: 60,
  gapMs: 16_000,
  alertCount: 2,
  pusherCount: 4,
  retentionMs: 3_600_000,
  // A clock that is two minutes late shortens promises by as much: this is the default of the service.
  expiryGraceMs: 60_000,
  actions: {
    ...ACTION_WEIGHTS,
    crash: 4,
    stall: 4,
    take_over: 2,
    restart: 4,
    break_disk: 4,
    step_clock: 0,
    long_outage: 0,
  },
}

/** Bugs in what a node makes of pushes. */
export const REPORTER_BUGS: readonly PlantedBug[] = [
  {
    bug: 'an end of one reporter clears for all of them',
    isSoonFound: true,
    plant: observingPushes((push) => ({ ...push, reporter: 'everybody', startsAt: 0 })),
  },
  {
    bug: 'a restart is forgotten: a new start counts as a copy of the one before',
    plant: (store) => {
      const last = new Map<string, Push>()
      return observingPushes((push) => {
        const before = last.get(push.reporter)
        if (before && before.startsAt !== push.startsAt) return { ...push, ...timesOf(before) }
        last.set(push.reporter, push)
        return push
      })(store)
    },
  },
  {
    bug: 'a raise soon after an end counts as that end once more',
    plant: (store) => {
      const ends = new Map<string, Push>()
      return observingPushes((push, now) => {
        const { reporter, endsAt = Infinity } = push
        const end = ends.get(reporter)
        if (endsAt <= now) ends.set(reporter, push)
        const isSoon = end?.endsAt !== undefined && now - end.endsAt < 120_000
        return isSoon ? { ...push, ...timesOf(end) } : push
      })(store)
    },
  },
  {
    bug: 'a script that speaks from another host is another reporter',
    plant: observingPushes((push) => (push.isScript ? { ...push, reporter: `${push.startsAt}` } : push)),
  },
  {
    bug: 'a clock that is ahead makes a promise longer',
    isSoonFound: true,
    plant: observingPushes((push, now) => ({ ...push, startsAt: Math.min(push.startsAt, now) })),
  },
]

/** Bugs in what an engine stores of them, as triggers. */
export const REPORTER_TRIGGERS: readonly {
  readonly bug: string
  /** The trigger on SQLite. */
  readonly trigger: string
  readonly onPostgres: PostgresTrigger
}[] = [
  {
    bug: 'what reporters said is forgotten',
    trigger: `AFTER UPDATE OF details ON alerts WHEN new.details ->> 'reporters' IS NOT NULL
      BEGIN UPDATE alerts SET details = json_remove(new.details, '$.reporters') WHERE id = new.id; END`,
    onPostgres: {
      on: "UPDATE ON alerts FOR EACH ROW WHEN (new.details::jsonb ? 'reporters')",
      does: "new.details = new.details::jsonb - 'reporters'; RETURN new",
    },
  },
  {
    bug: 'an end that others hold up never comes',
    trigger: `AFTER UPDATE OF ends_at ON alerts WHEN new.ends_at IS NOT NULL
      BEGIN UPDATE alerts SET ends_at = NULL WHERE id = new.id; END`,
    onPostgres: {
      on: 'UPDATE ON alerts FOR EACH ROW WHEN (new.ends_at IS NOT NULL)',
      does: 'new.ends_at = NULL; RETURN new',
    },
  },
]

/** Replaces each observation that is reported by another. */
function observing(change: (observation: Observation, now: number) => Observation): (store: Store) => Store {
  return (store) => ({
    ...store,
    acceptObservations: (observations, now, openTime) => {
      // The very list: by it the world knows which reports are committed.
      const list = observations as Observation[]
      list.splice(0, list.length, ...list.map((observation) => change(observation, now)))
      return store.acceptObservations(list, now, openTime)
    },
  })
}

function observingPushes(change: (push: Push, now: number) => Push): (store: Store) => Store {
  return observing(({ push, ...said }, now) => (push ? { ...said, push: change(push, now) } : said))
}

function timesOf({ startsAt, endsAt }: Push): Pick<Push, 'startsAt' | 'endsAt'> {
  return { startsAt, endsAt }
}
