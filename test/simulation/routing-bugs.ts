import type { Observation } from '../../src/domain/alert/alert.ts'
import type { PostgresTrigger } from './current-state-bugs.ts'
import { noteOf } from './model/model-budget.ts'
import type { PlantedBug } from './planted-bugs.ts'
import { ACTION_WEIGHTS, type Plan } from './plan.ts'

/** Most webhooks have matchers, and change often. */
export const ROUTED: Partial<Plan> = {
  stepCount: 120,
  alertCount: 6,
  presentShare: 0.4,
  matchedShare: 0.8,
  webhookCountMax: 6,
  actions: { ...ACTION_WEIGHTS, observe: 60, report_run: 30, create_webhook: 8, change_webhook: 12 },
}

/** A bug in which events a webhook takes. */
export const ROUTED_BUGS: readonly PlantedBug[] = [
  {
    bug: 'the labels of a report are lost',
    isSoonFound: true,
    plant: (store) => ({
      ...store,
      acceptObservations: (observations, now, openTime) => {
        // The very list: by it the world knows which reports are committed.
        const list = observations as Observation[]
        list.splice(0, list.length, ...list.map((observation) => ({ ...observation, details: {} })))
        return store.acceptObservations(list, now, openTime)
      },
    }),
  },
]

/** Bugs in the matchers that an engine stores, as triggers. */
export const ROUTED_TRIGGERS: readonly {
  readonly bug: string
  /** The trigger on SQLite. */
  readonly trigger: string
  readonly onPostgres: PostgresTrigger
}[] = [
  {
    bug: 'what others take goes to "otherwise" as well',
    trigger: `AFTER INSERT ON webhooks WHEN new.match = 'otherwise'
      BEGIN UPDATE webhooks SET match = NULL WHERE id = new.id; END`,
    onPostgres: {
      on: "INSERT ON webhooks FOR EACH ROW WHEN (new.match = 'otherwise')",
      does: 'new.match = NULL; RETURN new',
    },
  },
  {
    bug: 'a webhook keeps its former matchers',
    trigger: `AFTER UPDATE OF match ON webhooks WHEN new.match IS NOT old.match
      BEGIN UPDATE webhooks SET match = old.match WHERE id = new.id; END`,
    onPostgres: {
      on: 'UPDATE ON webhooks FOR EACH ROW WHEN (new.match IS DISTINCT FROM old.match)',
      does: 'new.match = old.match; RETURN new',
    },
  },
  {
    bug: 'only the first of several groups counts',
    trigger: `AFTER INSERT ON webhooks WHEN new.match LIKE '% or %'
      BEGIN UPDATE webhooks SET match = substr(new.match, 1, instr(new.match, ' or ')) WHERE id = new.id; END`,
    onPostgres: {
      on: "INSERT ON webhooks FOR EACH ROW WHEN (new.match LIKE '% or %')",
      does: "new.match = split_part(new.match, ' or ', 1); RETURN new",
    },
  },
]

/** A token has more patterns than its share, since a release without a budget; other webhooks take what is left. */
export const OVER_BUDGET: Partial<Plan> = {
  ...ROUTED,
  stepCount: 60,
  heavyCount: 4,
  webhookCountMax: 10,
  alertCount: 12,
}

/** Matchers that decide about every note, as the patterns would without a budget. */
const DECIDED = `label.note="${noteOf('alert-1')}"`

/** Bugs in what becomes of matchers above the budget, as triggers. */
export const BUDGET_TRIGGERS: typeof ROUTED_TRIGGERS = [
  {
    bug: 'what is undecided counts as a match, and takes alerts away from "otherwise"',
    trigger: `AFTER UPDATE OF match ON webhooks WHEN new.match LIKE '%{95}%'
      BEGIN UPDATE webhooks SET match = 'name!=x' WHERE id = new.id; END`,
    onPostgres: {
      on: "UPDATE ON webhooks FOR EACH ROW WHEN (new.match LIKE '%{95}%')",
      does: "new.match = 'name!=x'; RETURN new",
    },
  },
  {
    bug: 'what is undecided counts as no match',
    trigger: `AFTER UPDATE OF match ON webhooks WHEN new.match LIKE '%{95}%'
      BEGIN UPDATE webhooks SET match = '${DECIDED}' WHERE id = new.id; END`,
    onPostgres: {
      on: "UPDATE ON webhooks FOR EACH ROW WHEN (new.match LIKE '%{95}%')",
      does: `new.match = '${DECIDED}'; RETURN new`,
    },
  },
  {
    bug: 'nobody has a budget',
    trigger: `AFTER UPDATE OF match_owner ON webhooks WHEN new.match_owner = 'token 7'
      BEGIN UPDATE webhooks SET match_owner = 'token ' || new.id WHERE id = new.id; END`,
    onPostgres: {
      on: "UPDATE ON webhooks FOR EACH ROW WHEN (new.match_owner = 'token 7')",
      does: "new.match_owner = 'token ' || new.id; RETURN new",
    },
  },
]
