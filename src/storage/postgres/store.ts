import type { ClientBase } from 'pg'
import { systemChance, systemClock, type Clock } from '../../runtime/clock.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Cluster } from '../cluster.ts'
import type { EncryptionStart } from '../encryption-rules.ts'
import { RECORD_KEY, refuseUnfinishedCopy } from '../copy/record.ts'
import { HistorySeals } from '../encryption/history-seals.ts'
import { SecretBox } from '../encryption/secret-box.ts'
import type { Store } from '../store.ts'
import { WebhookSeals } from '../webhook-seals.ts'
import { activityVerbs } from './overview/activity.ts'
import { auditVerbs } from './people/audit.ts'
import { clockMarkVerbs } from './cluster/clock-marks.ts'
import { claimVerbs } from './deliveries/claims.ts'
import { deliveryVerbs } from './deliveries/deliveries.ts'
import { deliveryReviewVerbs } from './deliveries/delivery-review.ts'
import { encryptionVerbs, startEncryption } from './encryption/encryption.ts'
import { finishVerbs } from './deliveries/finish.ts'
import { hastenVerbs } from './deliveries/hasten.ts'
import { healthVerbs } from './overview/health.ts'
import { historyVerbs } from './history/history.ts'
import { intakeVerbs } from './intake/intake.ts'
import { operationVerbs } from './operations/operations.ts'
import { sourceMarkVerbs } from './people/source-marks.ts'
import { surveyVerbs } from './overview/survey.ts'
import { peopleVerbs } from './people/people.ts'
import { tellingReviewVerbs } from './webhooks/telling-review.ts'
import { tokenVerbs } from './people/tokens.ts'
import { upkeepVerbs } from './history/upkeep.ts'
import { settleVerbs } from './webhooks/webhook-deliveries.ts'
import { webhookSearchVerbs } from './webhooks/webhook-search.ts'
import { webhookVerbs } from './webhooks/webhooks.ts'
import { createCluster } from './cluster/cluster.ts'
import { connect } from './connection/connect.ts'
import { Database, type DatabaseOptions } from './connection/database.ts'
import { beginEpochIfDue } from './connection/epoch.ts'
import { explainFault } from './connection/faults.ts'
import { Lanes } from './parts/lanes.ts'
import type { MigrationReport } from '../migration.ts'
import { migrate } from './migrate.ts'
import type { Parts } from './parts/parts.ts'
import { Partitions } from './connection/partitions.ts'
import { askTime, serverVersion } from './connection/server.ts'
import { notify, Teller } from './cluster/teller.ts'
import { WebhookCache } from './parts/webhook-cache.ts'

export interface PostgresOptions extends DatabaseOptions {
  /** The first seals secrets, all open them; none: secrets are kept plain. */
  readonly encryptionKeys?: readonly Uint8Array[]
  /** For what is done while it is opened. */
  readonly now?: Instant
  /** For what is gathered before it is told. */
  readonly clock?: Pick<Clock, 'after'>
}

export interface OpenedPostgres {
  readonly store: Store
  readonly migration: MigrationReport
  readonly encryption: EncryptionStart
  readonly cluster: Cluster
  /** In milliseconds since the epoch, with fractions. */
  readonly askTime: () => Promise<number>
  /** For whoever listens to nodes. */
  readonly notify: (payload: string) => Promise<void>
}

/**
 * The engine for any number of nodes. Rejects with a clear sentence if its database was used by a newer release, lets this
 * user not in, or holds values under a key that is not given; with `unavailable` if it cannot be used just now.
 */
export async function openPostgresStore(options: PostgresOptions): Promise<OpenedPostgres> {
  const { migration, installationId, version } = await prepareDatabase(options.url).catch(
    (error: unknown) => {
      throw explainFault(error)
    },
  )
  const database = new Database(options)
  try {
    const box = new SecretBox(options.encryptionKeys ?? [])
    const webhookSeals = new WebhookSeals(box)
    const encryption = await startEncryption(database, { webhookSeals, box }, options.now ?? 0)
    const parts: Parts = {
      database,
      box,
      webhookSeals,
      partitions: new Partitions(database),
      webhooks: new WebhookCache({ webhookSeals, box }),
      lanes: new Lanes(),
      historySeals: new HistorySeals(box, encryption.historyKeys),
    }
    const teller = new Teller({
      clock: options.clock ?? systemClock,
      send: (news) => database.outside((client) => notify(client, news)),
    })
    return {
      store: createStore(parts, installationId),
      migration,
      encryption: encryption.report,
      cluster: createCluster({ url: options.url, database, version, teller }),
      askTime: () => database.outside(askTime),
      notify: (payload) => database.outside((client) => notify(client, [payload])),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** On a connection of its own, without the limits of the others: a migration may take long. */
async function prepareDatabase(url: string) {
  const client = await connect({ url, name: 'tocsin' })
  try {
    const migration = await migrate(client)
    refuseUnfinishedCopy(await copyRecordOf(client))
    const installationId = await installationIdOf(client)
    await beginEpochIfDue(client)
    return { migration, installationId, version: await serverVersion(client) }
  } finally {
    await client.end()
  }
}

function createStore(parts: Parts, installationId: string): Store {
  return {
    installationId,
    close: () => parts.database.close(),
    ...webhookVerbs(parts),
    ...settleVerbs(parts),
    ...encryptionVerbs(parts),
    ...tokenVerbs(parts),
    ...peopleVerbs(parts),
    ...sourceMarkVerbs(parts),
    ...clockMarkVerbs(parts),
    ...auditVerbs(parts),
    ...intakeVerbs(parts),
    ...claimVerbs(parts),
    ...finishVerbs(parts),
    ...hastenVerbs(parts),
    ...deliveryVerbs(parts),
    ...operationVerbs(parts),
    ...historyVerbs(parts),
    ...upkeepVerbs(parts),
    ...healthVerbs(parts),
    ...activityVerbs(parts),
    ...surveyVerbs(parts),
    ...webhookSearchVerbs(parts),
    ...tellingReviewVerbs(parts),
    ...deliveryReviewVerbs(parts),
  }
}

async function copyRecordOf(client: ClientBase): Promise<string | undefined> {
  const { rows } = await client.query<{ value: string }>('SELECT value FROM meta WHERE key = $1', [
    RECORD_KEY,
  ])
  return rows[0]?.value
}

async function installationIdOf(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ value: string }>(
    `INSERT INTO meta (key, value) VALUES ('installation_id', $1)
     ON CONFLICT (key) DO UPDATE SET value = meta.value RETURNING value`,
    [systemChance.bytes(6).toString('hex')],
  )
  const id = rows[0]?.value
  if (id === undefined) throw new Error('the database has no installation id')
  return id
}
