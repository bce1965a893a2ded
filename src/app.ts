import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { Authenticator } from './api/authenticate.ts'
import { allRoutes } from './api/routes.ts'
import { callerAddress } from './api/caller-address.ts'
import { createServer, useCertificate } from './api/server.ts'
import { SharedReading } from './api/shared-reading.ts'
import { systemChance, systemClock, type Chance, type Clock } from './clock.ts'
import { ConfigError, encryptionKeysOf, type Config } from './config.ts'
import { createDelivery, type Delivery } from './delivery/delivery.ts'
import { createProxyRules } from './domain/proxy-rules.ts'
import { createTargetRules, type TargetRules } from './domain/target-address.ts'
import { Intake } from './intake/intake.ts'
import type { Log } from './log.ts'
import { Metrics } from './metrics.ts'
import type { EncryptionStart } from './storage/encryption-rules.ts'
import { openSqliteStore } from './storage/sqlite/store.ts'
import type { Store } from './storage/store.ts'
import { fixAdminToken, makeFirstAdminToken } from './tokens/first-admin-token.ts'
import { advanceOperations } from './upkeep/advance-operations.ts'
import { endOverdue } from './upkeep/end-overdue.ts'
import { expireAlerts } from './upkeep/expire-alerts.ts'
import { Periodic } from './upkeep/periodic.ts'
import { pruneAudit } from './upkeep/prune-audit.ts'
import { pruneHistory } from './upkeep/prune-history.ts'
import { readCertificatePair, reloadCertificate, type CertificatePair } from './upkeep/reload-certificate.ts'
import { rescueAll, rescueExpired } from './upkeep/rescue-expired.ts'
import { VERSION } from './version.ts'

/** Container runtimes wait 10 s in all before they kill. */
const REQUESTS_END_MS_MAX = 3_000

export interface AppOptions {
  readonly config: Config
  readonly log: Log
  readonly clock?: Clock
  readonly chance?: Chance
}

export interface App {
  readonly store: Store
  readonly server: FastifyInstance
  /** Made at this very start; undefined if there were tokens already or the configuration fixes one. */
  readonly firstAdminToken: { readonly secret: string; readonly file: string } | undefined
  /** Begins to listen and to deliver; resolves with the address of the API, e.g. `http://127.0.0.1:8480/pem`. */
  start(): Promise<string>
  /** Listener first, then deliveries, then the database. Twice is harmless. */
  stop(): Promise<void>
}

/** The composition root: the only file that knows every part. */
export async function createApp({
  config,
  log,
  clock = systemClock,
  chance = systemChance,
}: AppOptions): Promise<App> {
  const certificate = await readCertificate(config)
  const { store, migration, encryption } = await openSqliteStore({
    file: config.database.file,
    sizeMax: config.databaseSizeMax,
    encryptionKeys: encryptionKeysOf(config),
    now: clock.now(),
  })
  if (migration.from < migration.to) log.info({ ...migration }, 'database.migrated')
  reportEncryption(encryption, log)
  const firstAdminToken = await prepareTokens({ store, clock, chance, config })

  const metrics: Metrics = createMetrics({
    store,
    clock,
    inFlightCount: () => delivery.dispatcher.inFlightCount,
  })
  const targets = createTargetRules({
    listenHost: config.listen.host,
    allowTargets: config.allowTargets,
    denyTargets: config.denyTargets,
  })
  const delivery = createDelivery({
    ...config,
    store,
    clock,
    chance,
    log,
    targets,
    findProxy: createProxyRules(config.proxy, config.directTargets),
    version: VERSION,
    onAttempt: (fact) => metrics.recordAttempt(fact),
  })
  const wake = () => delivery.dispatcher.wake()
  const authenticator = new Authenticator({ store, clock })
  const server = createApi({
    store,
    clock,
    chance,
    wake,
    config,
    log,
    authenticator,
    delivery,
    metrics,
    targets,
    certificate,
  })
  const upkeep = [
    ...createUpkeep({ store, clock, wake, config, log }),
    ...watchCertificate({ server, certificate, config, clock, log }),
  ]

  const services = { store, clock, config, log, server, delivery, upkeep, authenticator }
  return { store, server, firstAdminToken, start: () => start(services), stop: () => stop(services) }
}

function reportEncryption({ sealedCount, isScrubbed, disabledWebhookIds }: EncryptionStart, log: Log): void {
  if (sealedCount > 0) log.info({ count: sealedCount }, 'database.encrypted')
  if (isScrubbed === false) log.warn({}, 'database.not_scrubbed')
  for (const webhookId of disabledWebhookIds) log.error({ webhookId }, 'database.webhook_damaged')
}

interface Services {
  readonly store: Store
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly server: FastifyInstance
  readonly delivery: Delivery
  readonly upkeep: readonly Periodic[]
  readonly authenticator: Authenticator
}

async function start({ store, clock, config, log, server, delivery, upkeep }: Services): Promise<string> {
  const rescued = await rescueAll({ store, clock })
  if (rescued > 0) log.info({ count: rescued }, 'deliveries.rescued_at_start')
  const origin = await server.listen({ host: config.listen.host, port: config.listen.port })
  delivery.dispatcher.start()
  for (const service of upkeep) service.start()
  return `${origin}${config.basePath}`
}

async function stop({ store, clock, server, delivery, upkeep, authenticator }: Services): Promise<void> {
  await closeListener(server, clock)
  for (const service of upkeep) await service.stop()
  await delivery.stop()
  await authenticator.flush().catch(() => undefined)
  await store.close()
}

interface MetricsParts {
  readonly store: Store
  readonly clock: Clock
  readonly inFlightCount: () => number
}

function createMetrics({ store, clock, inFlightCount }: MetricsParts): Metrics {
  const backlog = new SharedReading({
    name: 'The database',
    read: () => store.countBacklog(clock.now()),
    freshMs: 1_000,
    limitMs: 2_000,
    clock,
  })
  return new Metrics({ version: VERSION, clock, inFlightCount, readBacklog: () => backlog.get() })
}

/** Requests under way get some time to end; then their connections are cut. */
async function closeListener(server: FastifyInstance, clock: Clock): Promise<void> {
  const cancel = clock.after(REQUESTS_END_MS_MAX, () => server.server.closeAllConnections())
  await server.close()
  cancel()
}

interface ApiParts extends UpkeepDeps {
  readonly chance: Chance
  readonly authenticator: Authenticator
  readonly delivery: Delivery
  readonly metrics: Metrics
  readonly targets: TargetRules
  readonly certificate: CertificatePair | null
}

function createApi(parts: ApiParts): FastifyInstance {
  const { store, clock, wake, config, log, authenticator, delivery, metrics, targets } = parts
  const intake = new Intake({
    store,
    clock,
    wake,
    pendingMax: config.intakePendingMax,
    onAccepted: (fact) => metrics.recordIntake(fact),
    onRejected: (reason) => metrics.countRejectedIntake(reason),
  })
  const routes = allRoutes({
    ...parts,
    intake,
    basePath: config.basePath,
    version: VERSION,
    checkTarget: (url) => targets.checkUrl(url),
    tryWebhook: delivery.tryWebhook,
    previewWebhook: delivery.previewWebhook,
    dispatcher: {
      inFlight: () => delivery.dispatcher.inFlightCount,
      isAlive: () => delivery.dispatcher.isAlive(),
      stalledBecause: () => delivery.stalledBecause(),
    },
    scrape: () => metrics.text(),
    backupFolder: dirname(config.database.file),
    onTokensChanged: () => authenticator.forget(),
    startedAt: clock.now(),
  })
  return createServer({
    basePath: config.basePath,
    bodyBytesMax: config.bodyBytesMax,
    log,
    routes,
    trustedProxies: config.trustedProxies,
    tls: parts.certificate,
    authenticate: (request, scope) =>
      authenticator.authenticate(request.headers, callerAddress(request), scope),
    onRequestEnd: (fact) => {
      metrics.recordRequest(fact)
      log.info({ ...fact }, 'request.completed')
    },
  })
}

/** Null: the API speaks plain HTTP. */
async function readCertificate(config: Config): Promise<CertificatePair | null> {
  if (config.tlsCertFile === '') return null
  try {
    return await readCertificatePair({ certificateFile: config.tlsCertFile, keyFile: config.tlsKeyFile })
  } catch (error) {
    throw new ConfigError([error instanceof Error ? error.message : String(error)])
  }
}

interface CertificateParts {
  readonly server: FastifyInstance
  readonly certificate: CertificatePair | null
  readonly config: Config
  readonly clock: Clock
  readonly log: Log
}

function watchCertificate({
  server,
  certificate,
  config,
  clock,
  log,
}: CertificateParts): readonly Periodic[] {
  if (certificate === null) return []
  const task = reloadCertificate({
    files: { certificateFile: config.tlsCertFile, keyFile: config.tlsKeyFile },
    pair: certificate,
    use: (pair) => useCertificate(server, pair),
    log,
  })
  return [new Periodic(task, { clock, log })]
}

interface UpkeepDeps {
  readonly store: Store
  readonly clock: Clock
  readonly wake: () => void
  readonly config: Config
  readonly log: Log
}

function createUpkeep({ store, clock, wake, config, log }: UpkeepDeps): readonly Periodic[] {
  return [
    rescueExpired({ store, clock, wake }),
    endOverdue({ store, clock, wake, retryScheduleMs: config.retryScheduleMs }),
    expireAlerts({ store, clock, wake, graceMs: config.expiryGraceMs }),
    pruneHistory({ store, clock, retentionMs: config.retentionMs }),
    pruneAudit({ store, clock, auditRetentionMs: config.auditRetentionMs }),
    advanceOperations({ store, clock, log, wake }),
  ].map((task) => new Periodic(task, { clock, log }))
}

async function prepareTokens({
  store,
  clock,
  chance,
  config,
}: Required<Pick<AppOptions, 'clock' | 'chance' | 'config'>> & { readonly store: Store }): Promise<
  App['firstAdminToken']
> {
  if (config.adminToken === null)
    return makeFirstAdminToken({ store, clock, chance }, dirname(config.database.file))
  await fixAdminToken({ store, clock, chance }, config.adminToken)
  return undefined
}
