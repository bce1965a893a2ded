import { dirname } from 'node:path'
import { NODE_ROLES } from '../domain/overview/node.ts'
import { parseDirectHosts, parseProxies } from '../domain/target/proxy-rules.ts'
import { parseBytes, parseDuration, parseSchedule } from '../domain/spelling.ts'
import { parseEncryptionKeys } from './encryption-keys.ts'
import { parseDatabase } from './database-address.ts'
import { parsePostgresUrl } from '../domain/source/postgres-url.ts'
import { HISTORY_SETTINGS } from './history-settings.ts'
import { HTTP_SETTINGS } from './http-settings.ts'
import { findOidcContradictions, OIDC_SETTINGS } from './oidc-settings.ts'
import { PEOPLE_SETTINGS } from './people-settings.ts'
import { setting, type Environment } from './setting.ts'
import {
  between,
  oneOf,
  parseAddress,
  parseAdminToken,
  parseBasePath,
  parseTargets,
  parseTrustedProxies,
  parseWhole,
  readEncryptionKeyFile,
} from './setting-parsers.ts'
import { readSourcesFile } from './sources-file.ts'

/** The whole configuration; `docs/configuration.md` is generated from it. */
export const SETTINGS = {
  listen: setting({
    env: 'TOCSIN_LISTEN',
    flag: '--listen',
    help: 'Address and port of the API. On a loopback address, webhooks may call loopback and private addresses; on any other they may not unless `TOCSIN_ALLOW_TARGETS` allows it. Port 0 takes a free one.',
    fallback: '127.0.0.1:8480',
    parse: parseAddress,
  }),
  basePath: setting({
    env: 'TOCSIN_BASE_PATH',
    flag: '--base-path',
    help: 'Path in front of every address of the service, for example `/pem`.',
    fallback: '',
    parse: parseBasePath,
  }),
  database: setting({
    env: 'TOCSIN_DATABASE',
    flag: '--database',
    help: 'Where everything is kept: `sqlite:` and the path of a file, which is made if it is missing, or, for several nodes, a database of PostgreSQL: `postgres://user:password@host:port/database`, or several hosts, separated by commas, with `?target_session_attrs=read-write`. A flag can be seen in the list of processes: with a password better the variable, or the password in `PGPASSWORD`.',
    fallback: 'sqlite:./data/tocsin.db',
    parse: parseDatabase,
    secret: true,
  }),
  databasePool: setting({
    env: 'TOCSIN_DATABASE_POOL',
    flag: '--database-pool',
    help: 'How many connections to PostgreSQL this node has at most, besides the one that it listens on. Two fifths serve reads.',
    fallback: '10',
    parse: between(parseWhole, { least: 2, most: 500, words: 'from 2 to 500' }),
  }),
  databaseListen: setting({
    env: 'TOCSIN_DATABASE_LISTEN',
    flag: '--database-listen',
    help: 'Where this node listens for what other nodes tell through PostgreSQL, if `TOCSIN_DATABASE` names a pooler in transaction mode: the address of the server itself. `off`: nowhere; it then looks once a second.',
    fallback: '',
    parse: parseListen,
    secret: true,
  }),
  role: setting({
    env: 'TOCSIN_ROLE',
    flag: '--role',
    help: 'What this node does, of several on PostgreSQL: `api` takes in and responses, `worker` delivers and does the maintenance, `all` both.',
    fallback: 'all',
    parse: oneOf(NODE_ROLES),
  }),
  dataFolder: setting({
    env: 'TOCSIN_DATA_FOLDER',
    flag: '--data-folder',
    help: 'Folder of this node for what is not in the database: `admin-token`, made at the first start, and with PostgreSQL the file by which a node that is started again knows what it had under way. On a local disk. Without it the folder of the SQLite file; with PostgreSQL `./data`.',
    fallback: '',
    parse: (text) => text,
  }),
  databaseSizeMax: setting({
    env: 'TOCSIN_DATABASE_SIZE_MAX',
    flag: '--database-size-max',
    help: 'Largest size of the database file, for example `20gb`; SQLite only. At the limit new alerts are answered 503 until history has been pruned. `0`: no limit but the disk.',
    fallback: '0',
    parse: parseBytes,
  }),
  databaseFreeMin: setting({
    env: 'TOCSIN_DATABASE_FREE_MIN',
    flag: '--database-free-min',
    help: 'How much of the disk under the database file is left free, but never more than a twentieth of it; SQLite only. With less, reports are answered 503, and all else goes on. `0`: nothing is left.',
    fallback: '1gb',
    parse: parseBytes,
  }),
  adminToken: setting({
    env: 'TOCSIN_ADMIN_TOKEN',
    flag: '--admin-token',
    help: 'Fixes the admin token, 20 characters or more. Without it one is made at the first start, printed, and kept in `admin-token` beside the database (`TOCSIN_DATA_FOLDER`). Nodes that share a database must have the same.',
    fallback: '',
    parse: parseAdminToken,
    secret: true,
  }),
  encryptionKey: setting({
    env: 'TOCSIN_ENCRYPTION_KEY',
    flag: '--encryption-key',
    help: 'Encrypts the secrets of webhooks in the database: 32 bytes in base64 or hex, as `tocsin encryption new-key` prints. Several are separated by commas: the first encrypts, all decrypt. Without it they are kept in the clear. A flag can be seen in the list of processes: better a variable, or `TOCSIN_ENCRYPTION_KEY_FILE`.',
    fallback: '',
    parse: parseEncryptionKeys,
    secret: true,
  }),
  encryptionKeyFile: setting({
    env: 'TOCSIN_ENCRYPTION_KEY_FILE',
    flag: '--encryption-key-file',
    help: 'File with what `TOCSIN_ENCRYPTION_KEY` would hold, one key on each line or separated by commas. Only one of the two may be set.',
    fallback: '',
    parse: readEncryptionKeyFile,
  }),
  retryScheduleMs: setting({
    env: 'TOCSIN_RETRY_SCHEDULE',
    flag: '--retry-schedule',
    help: 'Delay before each attempt, beginning with `0s` for the first; `2h*11` stands for eleven times `2h`. A webhook may have its own.',
    fallback: '0s,5s,15s,1m,5m,15m,30m,1h,2h*11',
    parse: parseSchedule,
  }),
  requestTimeoutMs: setting({
    env: 'TOCSIN_REQUEST_TIMEOUT',
    flag: '--request-timeout',
    help: 'Longest time for one attempt, from the DNS query to the last byte of the response. A webhook may have its own.',
    fallback: '15s',
    parse: between(parseDuration, { least: 100, most: 300_000, words: 'from 100ms to 5m' }),
  }),
  takeoverMs: setting({
    env: 'TOCSIN_TAKEOVER',
    flag: '--takeover',
    help: 'How long after the time limit of an attempt the delivery of a node that died or hangs is made by another one; a node that is started again takes it up at once. All nodes should have the same. A database that is away for longer can lead to repeated deliveries.',
    fallback: '30s',
    parse: between(parseDuration, { least: 3_000, most: 600_000, words: 'from 3s to 10m' }),
  }),
  responseBytesMax: setting({
    env: 'TOCSIN_RESPONSE_SIZE_MAX',
    flag: '--response-size-max',
    help: 'How much of a receiver’s answer is read and kept with the attempt.',
    fallback: '16kb',
    parse: between(parseBytes, { least: 0, most: 1024 ** 2, words: 'from 0 to 1mb' }),
  }),
  inFlightMax: setting({
    env: 'TOCSIN_IN_FLIGHT_MAX',
    flag: '--in-flight-max',
    help: 'How many webhooks may be called at the same time.',
    fallback: '256',
    parse: between(parseWhole, { least: 1, most: 10_000, words: 'from 1 to 10000' }),
  }),
  webhookConcurrencyMax: setting({
    env: 'TOCSIN_WEBHOOK_CONCURRENCY',
    flag: '--webhook-concurrency',
    help: 'How many attempts for one webhook may be under way at the same time. A webhook may have its own limit.',
    fallback: '32',
    parse: between(parseWhole, { least: 1, most: 1_000, words: 'from 1 to 1000' }),
  }),
  ...HISTORY_SETTINGS,
  bodyBytesMax: setting({
    env: 'TOCSIN_BODY_SIZE_MAX',
    flag: '--body-size-max',
    help: 'Largest body of a request to the API.',
    fallback: '4mb',
    parse: between(parseBytes, { least: 1024, most: 64 * 1024 ** 2, words: 'from 1kb to 64mb' }),
  }),
  intakePendingMax: setting({
    env: 'TOCSIN_INTAKE_PENDING_MAX',
    flag: '--intake-pending-max',
    help: 'How many reported alerts and job runs may wait for their commit; more are answered 503 with Retry-After.',
    fallback: '10000',
    parse: between(parseWhole, { least: 1, most: 1_000_000, words: 'from 1 to 1000000' }),
  }),
  sources: setting({
    env: 'TOCSIN_SOURCES_FILE',
    flag: '--sources-file',
    help: 'File (YAML or JSON) with what is special about the monitors that report here, and with the databases whose job schedulers are looked at: docs/sources.md. All nodes should have the same.',
    fallback: '',
    parse: readSourcesFile,
  }),
  allowTargets: setting({
    env: 'TOCSIN_ALLOW_TARGETS',
    flag: '--allow-targets',
    help: 'Addresses that webhooks may call though they are private, separated by commas: CIDRs (`10.0.0.0/8`), hosts (`hooks.internal`), suffixes (`*.internal`).',
    fallback: '',
    parse: parseTargets,
  }),
  denyTargets: setting({
    env: 'TOCSIN_DENY_TARGETS',
    flag: '--deny-targets',
    help: 'Addresses that webhooks may not call, in the same forms, public ones as well. Wins over `TOCSIN_ALLOW_TARGETS` and over what listening on loopback allows.',
    fallback: '',
    parse: parseTargets,
  }),
  proxy: setting({
    env: 'TOCSIN_PROXY',
    flag: '--proxy',
    help: 'Proxy that webhooks, and the OpenID provider, are called through: `http://proxy:3128`, `https://user:password@proxy:3129`. For some receivers only, or different ones: `pattern=address` before it, separated by commas, with patterns as in `TOCSIN_NO_PROXY`; the first that fits counts.',
    fallback: '',
    parse: parseProxies,
    secret: true,
  }),
  directTargets: setting({
    env: 'TOCSIN_NO_PROXY',
    flag: '--direct-targets',
    help: 'Receivers, and OpenID providers, that are called without a proxy, separated by commas: hosts (`hooks.internal`), suffixes (`*.internal`), CIDRs (`10.0.0.0/8`), which count for addresses in URLs only. This machine itself is always among them.',
    fallback: '',
    parse: parseDirectHosts,
  }),
  tlsCertFile: setting({
    env: 'TOCSIN_TLS_CERT_FILE',
    flag: '--tls-cert-file',
    help: 'File with the certificate of the service, and those that vouch for it, in PEM: the API then speaks HTTPS. Read anew when it changes.',
    fallback: '',
    parse: (text) => text,
  }),
  tlsKeyFile: setting({
    env: 'TOCSIN_TLS_KEY_FILE',
    flag: '--tls-key-file',
    help: 'File with the private key of that certificate, in PEM, not encrypted.',
    fallback: '',
    parse: (text) => text,
  }),
  ...HTTP_SETTINGS,
  ...PEOPLE_SETTINGS,
  ...OIDC_SETTINGS,
  trustedProxies: setting({
    env: 'TOCSIN_TRUST_PROXIES',
    flag: '--trust-proxies',
    help: 'Proxies in front of the service whose `X-Forwarded-For` is believed, separated by commas: addresses (`127.0.0.1`) and CIDRs (`10.0.0.0/8`).',
    fallback: '',
    parse: parseTrustedProxies,
  }),
  logLevel: setting({
    env: 'TOCSIN_LOG_LEVEL',
    flag: '--log-level',
    help: 'Least severity that is logged: `debug`, `info`, `warn`, `error` or `silent`.',
    fallback: 'info',
    parse: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  logFormat: setting({
    env: 'TOCSIN_LOG_FORMAT',
    flag: '--log-format',
    help: 'How the log on stdout is written: `json` (a line of JSON per event, for programs), `text` (a line to read, without the stacks of errors), or `auto`: text on a terminal, json elsewhere.',
    fallback: 'auto',
    parse: oneOf(['auto', 'json', 'text']),
  }),
} as const

export type Config = Readonly<{
  [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']>
}>

/** All mistakes at once, so that they are mended in one go. */
export class ConfigError extends Error {
  readonly mistakes: readonly string[]

  constructor(mistakes: readonly string[]) {
    super(
      `The configuration has ${mistakes.length === 1 ? 'a mistake' : `${mistakes.length} mistakes`}:\n${mistakes.map((line) => `  - ${line}`).join('\n')}`,
    )
    this.name = 'ConfigError'
    this.mistakes = mistakes
  }
}

/**
 * The variables of this process, for what reads them elsewhere (the command line tool): handed on from here as an
 * argument.
 */
export const environment: Environment = process.env

/** Flags (by setting name) win over the environment. Throws a ConfigError with every mistake. */
export function readConfig(
  flags: Readonly<Record<string, string | undefined>> = {},
  environment: Environment = process.env,
): Config {
  const mistakes: string[] = []
  const entries = Object.entries(SETTINGS).map(([name, { env, flag, fallback, parse }]) => {
    const fromFlag = flags[name]
    const text = fromFlag ?? environment[env] ?? fallback
    try {
      return [name, parse(text.trim(), environment)]
    } catch (error) {
      mistakes.push(`${fromFlag === undefined ? env : flag} ${(error as Error).message}`)
      return [name, undefined]
    }
  })
  const keyTexts = (['encryptionKey', 'encryptionKeyFile'] as const).map(
    (name) => flags[name] ?? environment[SETTINGS[name].env] ?? '',
  )
  if (keyTexts.every((text) => text.trim() !== '')) {
    mistakes.push(
      'TOCSIN_ENCRYPTION_KEY and TOCSIN_ENCRYPTION_KEY_FILE exclude each other; set one of the two',
    )
  }
  mistakes.push(...findContradictions(Object.fromEntries(entries)))
  const known: ReadonlySet<string> = new Set(Object.values(SETTINGS).map(({ env }) => env))
  for (const name of Object.keys(environment)) {
    if (name.startsWith('TOCSIN_') && !known.has(name) && !isForOthers(name)) {
      const renamed = RENAMED.get(name)
      const remedy = renamed ? `it is called ${renamed}` : 'docs/configuration.md lists them all'
      mistakes.push(`${name} is not a setting; ${remedy}`)
    }
  }
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return Object.freeze(Object.fromEntries(entries)) as Config
}

/** The keys in the order they are given; none: secrets are kept in the clear. */
export function encryptionKeysOf({
  encryptionKey,
  encryptionKeyFile,
}: Pick<Config, 'encryptionKey' | 'encryptionKeyFile'>): readonly Buffer[] {
  return [...encryptionKey, ...encryptionKeyFile]
}

/** Where this node keeps what is not in the database. */
export function dataFolderOf({ dataFolder, database }: Pick<Config, 'dataFolder' | 'database'>): string {
  if (dataFolder !== '') return dataFolder
  return database.engine === 'sqlite' ? dirname(database.file) : './data'
}

/** Finds settings that contradict each other; a value that could not be read is undefined. */
function findContradictions(config: Partial<Config>): readonly string[] {
  return [
    ...findTlsContradiction(config),
    ...findEngineContradictions(config),
    ...findOidcContradictions(config),
  ]
}

function findTlsContradiction({ tlsCertFile, tlsKeyFile }: Partial<Config>): readonly string[] {
  if ((tlsCertFile === '') === (tlsKeyFile === '')) return []
  const [given, missing] =
    tlsKeyFile === ''
      ? ['TOCSIN_TLS_CERT_FILE', 'TOCSIN_TLS_KEY_FILE']
      : ['TOCSIN_TLS_KEY_FILE', 'TOCSIN_TLS_CERT_FILE']
  return [`${missing} is missing: ${given} is of no use without it`]
}

function findEngineContradictions(config: Partial<Config>): readonly string[] {
  const { database, databaseSizeMax, databaseListen = null, role = 'all' } = config
  if (database?.engine === 'postgres' && databaseSizeMax) {
    return [
      'TOCSIN_DATABASE_SIZE_MAX is for SQLite only: leave it out, and watch the disk of the PostgreSQL server',
    ]
  }
  if (database?.engine !== 'sqlite') return []
  return [
    ...(role === 'all'
      ? []
      : [
          `TOCSIN_ROLE is "${role}", but an SQLite file belongs to one process that does everything: leave it out, or use PostgreSQL`,
        ]),
    ...(databaseListen === null
      ? []
      : ['TOCSIN_DATABASE_LISTEN is for PostgreSQL only: leave it out with SQLite']),
  ]
}

/** Settings that have another name since release 0.3.0. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ['TOCSIN_TOLD_MAX', 'TOCSIN_OPEN_NOTIFICATIONS_MAX'],
  ['TOCSIN_ANSWER_SIZE_MAX', 'TOCSIN_RESPONSE_SIZE_MAX'],
])

/** Variables of the command line tool and the tests; the service ignores them. */
const CLIENT_VARIABLES: ReadonlySet<string> = new Set([
  'TOCSIN_URL',
  'TOCSIN_TOKEN',
  'TOCSIN_CONFIG',
  'TOCSIN_CA_FILE',
])

function isForOthers(name: string): boolean {
  return CLIENT_VARIABLES.has(name) || name.startsWith('TOCSIN_TEST_')
}

/** Null: the same as the database; `off`: nowhere. */
function parseListen(text: string): string | null {
  if (text === '') return null
  return text === 'off' ? text : parsePostgresUrl(text)
}
