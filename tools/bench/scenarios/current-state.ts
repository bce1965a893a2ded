import type { Mode } from '../../../src/domain/webhook/webhook.ts'
import type { BenchDatabase, Engine, Filling } from '../engines/engine.ts'
import type { Bench, Scenario } from '../scenario.ts'
import { createWebhook, type Run, Stage } from '../stage.ts'
import { addTallies } from '../tally.ts'

const FAN_OUT = 3

/**
 * The highest load in mode `current_state`, held against the same in mode `every_change`, and again where very much is
 * open already.
 */
export const currentState: Scenario = {
  id: 'current_state',
  title: 'highest throughput in mode current_state',
  seconds: ({ warmUpMs, measureMs, backlogCount }) =>
    6 + backlogCount / 200_000 + (3 * (warmUpMs + measureMs)) / 1000,
  measure: async (bench, engine) => {
    const changes = await runIn(bench, engine, { mode: 'every_change' })
    const few = await runIn(bench, engine, { mode: 'current_state' })
    const many = await runIn(bench, engine, { mode: 'current_state', openCount: bench.settings.backlogCount })
    const costs = [changes, few, many].map(costOf)
    const [ofChanges = 1, ofFew = 1, ofMany = 1] = costs
    return {
      tally: addTallies(addTallies(changes.tally, few.tally), many.tally),
      readings: {
        'current_state.rate': rateOf(few),
        'current_state.us': ofFew,
        'current_state.ratio': ofFew / ofChanges,
        'notifications.ratio': ofMany / ofFew,
      },
    }
  },
}

interface Load {
  readonly mode: Mode
  /** The number of alerts that were notified to another webhook, without their clears. */
  readonly openCount?: number
}

async function runIn(bench: Bench, engine: Engine, { mode, openCount = 0 }: Load): Promise<Run> {
  const database = await engine.createDatabase()
  if (openCount > 0) await openNotifications(bench, engine, database, openCount)
  const stage = await Stage.open(bench, engine, database)
  await stage.addWebhooks(FAN_OUT, mode)
  await stage.runFlat(bench.settings.warmUpMs)
  const run = await stage.runFlat()
  await stage.close()
  await database.remove()
  return run
}

async function openNotifications(
  bench: Bench,
  engine: Engine,
  database: BenchDatabase,
  count: number,
): Promise<void> {
  const stage = await Stage.open(bench, engine, database)
  const url = `${bench.receiverUrl}/open`
  const id = await createWebhook(stage.service, {
    name: 'open',
    url,
    alerts: ['medium'],
    mode: 'current_state',
  })
  await stage.close()
  const filling = await database.open()
  await fillReceiverStates(filling, id, count)
  await filling.close()
}

/** Returns the microseconds of a delivery, its share of the intake and PostgreSQL included. */
function costOf({ received, used }: Run): number {
  return ((used.cpuSeconds + used.server.cpuSeconds) * 1e6) / Math.max(1, received.arrived)
}

function rateOf({ received }: Run): number {
  return (received.arrived / Math.max(1, received.periodMs)) * 1000
}

/** Above all that a load has. */
const FIRST_ALERT_ID = 1_000_000_000
/** Rows that are written at a time: between them the bench can be ended. */
const CHUNK = 100_000

/** The state of a webhook in mode `current_state` that was notified of so many alerts, and of no clear. */
async function fillReceiverStates(filling: Filling, webhookId: number, count: number): Promise<void> {
  for (let from = 0; from < count; from += CHUNK) {
    const until = Math.min(count, from + CHUNK)
    await filling.query(
      `WITH RECURSIVE series (n) AS (SELECT CAST(${from} AS bigint) UNION ALL SELECT n + 1 FROM series WHERE n < ${until - 1})
       INSERT INTO receiver_states (alert_id, webhook_id, sent_state, sent_episode_number, uncertain, desired_state, desired_episode_number, event_id,
         resync, out_of_sync_since, escalated)
       SELECT n + ${FIRST_ALERT_ID}, ${webhookId}, 'medium', 1, 0, 'medium', 1, n, 0, NULL, 0 FROM series`,
    )
  }
}
