import { randomBytes } from 'node:crypto'
import type { ClientBase } from 'pg'
import { systemClock, type Clock } from '../../clock.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Cluster } from '../cluster.ts'
import type { EncryptionStart } from '../encryption-rules.ts'
import { RECORD_KEY, refuseUnfinishedCopy } from '../copy/record.ts'
import { HistorySeals } from '../history-seals.ts'
import { SecretBox } from '../secret-box.ts'
import type { Store } from '../store.ts'
import { WebhookSeals } from '../webhook-seals.ts'
import { activityVerbs } from './activity.ts'
import { auditVerbs } from './audit.ts'
import { clockMarkVerbs } from './clock-marks.ts'
import { claimVerbs } from './claims.ts'
import { deliveryVerbs } from './deliveries.ts'
import { deliveryReviewVerbs } from './delivery-review.ts'
import { encryptionVerbs, startEncryption } from './encryption.ts'
import { finishVerbs } from './finish.ts'
import { hastenVerbs } from './hasten.ts'
import { healthVerbs } from './health.ts'
import { historyVerbs } from './history.ts'
import { intakeVerbs } from './intake.ts'
import { operationVerbs } from './operations.ts'
import { sourceMarkVerbs } from './source-marks.ts'
import { surveyVerbs } from './survey.ts'
import { peopleVerbs } from './people.ts'
import { tellingReviewVerbs } from './telling-review.ts'
import { tokenVerbs } from './tokens.ts'
import { upkeepVerbs } from './upkeep.ts'
import { settleVerbs } from './webhook-deliveries.ts'
import { webhookSearchVerbs } from './webhook-search.ts'
import { webhookVerbs } from './webhooks.ts'
import { createCluster } from './cluster.ts'
import { connect } from './connect.ts'
import { Database, type DatabaseOptions } from './database.ts'
import { beginEpochIfDue } from './epoch.ts'
import { explainFault } from './faults.ts'
import { Lanes } from './lanes.ts'
import type { MigrationReport } from '../migration.ts'
import { migrate } from './migrate.ts'
import type { Parts } from './parts.ts'
import { Partitions } from './partitions.ts'
import { askTime, serverVersion } from './server.ts'
import { notify, Teller } from './teller.ts'
import { WebhookCache } from './webhook-cache.ts'

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
    [randomBytes(6).toString('hex')],
  )
  const id = rows[0]?.value
  if (id === undefined) throw new Error('the database has no installation id')
  return id
}
