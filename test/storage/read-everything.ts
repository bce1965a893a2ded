import type { SourceMark } from '../../src/domain/source-mark.ts'
import type { Store } from '../../src/storage/store.ts'
import { DAY_MS, NOW } from '../support/build.ts'

const ALL = { limit: 1000 } as const

/** Everything that `fixtures/release-0.1.0/fill.ts` has put in, as the store gives it. */
export async function readEverything(store: Store): Promise<Readonly<Record<string, unknown>>> {
  const deliveries = await store.listDeliveries({}, ALL)
  const events = await store.listEvents({}, ALL)
  const marks: (SourceMark | undefined)[] = []
  for (const [source, name] of [
    ['pg_cron', ''],
    ['pgagent', 'db-2'],
  ] as const) {
    marks.push(await store.findSourceMark(source, name))
  }
  return {
    installationId: store.installationId,
    webhooks: await store.listWebhooks({}),
    health: await Promise.all(
      (await store.listWebhooks({})).map(({ id }) => store.findHealth(id, NOW + 300)),
    ),
    tokens: await store.listTokens(),
    users: await store.listUsers(),
    sessions: [await store.findSession('session of Ada'), await store.findSession('session of a token')],
    invitation: await store.findInvitation('invitation', NOW),
    alerts: await store.listAlerts({}, ALL),
    jobRuns: await store.listJobRuns({}, ALL),
    events,
    deliveries,
    attempts: await Promise.all(deliveries.map(({ id }) => store.listAttempts(id))),
    operations: await store.listOperations({}, ALL),
    audit: await store.listAudit({}, ALL),
    activity: await store.listActivity({ from: NOW, until: NOW + DAY_MS, stepMs: 60_000 }),
    marks,
    backlog: await store.countBacklog(NOW + 300),
  }
}
