import { NODE_ROLES } from '../domain/overview/node.ts'
import { parseDirectHosts, parseProxies } from '../domain/target/proxy-rules.ts'
import { parseBytes, parseDuration, parseSchedule } from '../domain/spelling.ts'
import {
  between,
  oneOf,
  parseAddress,
  parseAdminToken,
  parseBasePath,
  parseEncryptionKeys,
  parseTargets,
  parseTrustedProxies,
  parseWhole,
} from './setting-parsers.ts'
import { completeLocations, findLeftBehind, IN_DATA_FOLDER, standardDataFolder } from './data-folder.ts'
import { type DatabaseAddress, parseDatabase, readPostgresAddress } from './database-address.ts'
import { fileNamesOf, findGiven, findUnknownSettings, type GivenOptions } from './given-value.ts'
import { HISTORY_SETTINGS } from './history-settings.ts'
import { HTTP_SETTINGS } from './http-settings.ts'
import { findOidcContradictions, OIDC_SETTINGS, PEOPLE_SETTINGS } from './people-settings.ts'
import { setting, type Environment, type Setting } from './setting.ts'
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
    help: 'Database of the service: `sqlite:` and the path of a file (created if missing), or, for several nodes, a PostgreSQL database: `postgres://user:password@host:port/database`; several hosts are separated by commas, with `?target_session_attrs=read-write`. A password can also stand in `PGPASSWORD`. Default: the SQLite file `tocsin.db` in `TOCSIN_DATA_FOLDER`.',
    fallback: '',
    parse: (text, given): DatabaseAddress => (text === '' ? IN_DATA_FOLDER : parseDatabase(text, given)),
    secret: true,
  }),
  databasePool: setting({
    env: 'TOCSIN_DATABASE_POOL',
    flag: '--database-pool',
    help: 'Most connections that this node opens to PostgreSQL, besides the one it listens on. Two fifths of them serve reads.',
    fallback: '10',
    parse: between(parseWhole, { least: 2, most: 500, words: 'from 2 to 500' }),
  }),
  databaseListen: setting({
    env: 'TOCSIN_DATABASE_LISTEN',
    flag: '--database-listen',
    help: 'Address of the PostgreSQL server itself, if `TOCSIN_DATABASE` names a pooler in transaction mode: this node listens there for notifications of other nodes. `off`: it does not listen, and polls once a second.',
    fallback: '',
    parse: parseListen,
    secret: true,
  }),
  role: setting({
    env: 'TOCSIN_ROLE',
    flag: '--role',
    help: 'What this node does, if several share PostgreSQL: `api` takes in reports and serves the API, `worker` delivers and does the housekeeping, `all` does both.',
    fallback: 'all',
    parse: oneOf(NODE_ROLES),
  }),
  dataFolder: setting({
    env: 'TOCSIN_DATA_FOLDER',
    flag: '--data-folder',
    help: 'Folder on a local disk for what this node keeps outside the database: `admin-token`, created at the first start, and with PostgreSQL a file that tells a restarted node which deliveries it had under way. Default: the folder of the SQLite file; if there is none either, `./data` in a clone, and installed `/var/lib/tocsin` for root, or `tocsin` in `$XDG_DATA_HOME` (`~/.local/share`).',
    fallback: '',
    parse: (text) => text,
  }),
  databaseSizeMax: setting({
    env: 'TOCSIN_DATABASE_SIZE_MAX',
    flag: '--database-size-max',
    help: 'Largest size of the database file, for example `20gb`; SQLite only. At the limit the service answers reports with 503 until history has been pruned. `0`: only the disk limits it.',
    fallback: '0',
    parse: parseBytes,
  }),
  databaseFreeMin: setting({
    env: 'TOCSIN_DATABASE_FREE_MIN',
    flag: '--database-free-min',
    help: 'Free space to keep on the disk of the database file, at most a twentieth of the disk; SQLite only. With less, the service answers reports with 503 and keeps delivering. `0`: keep none.',
    fallback: '1gb',
    parse: parseBytes,
  }),
  adminToken: setting({
    env: 'TOCSIN_ADMIN_TOKEN',
    flag: '--admin-token',
    help: 'Admin token, at least 20 characters. Without it the first start creates one and writes it to `admin-token` in `TOCSIN_DATA_FOLDER`; on a terminal it is printed too. Nodes that share a database need the same token.',
    fallback: '',
    parse: parseAdminToken,
    secret: true,
  }),
  encryptionKey: setting({
    env: 'TOCSIN_ENCRYPTION_KEY',
    flag: '--encryption-key',
    help: 'Encrypts the secrets of webhooks in the database: 32 bytes in base64 or hex, as `tocsin encryption new-key` prints. Several keys are separated by commas, or stand in the lines of a file: the first encrypts, all decrypt. Without a key, secrets are stored unencrypted.',
    fallback: '',
    parse: parseEncryptionKeys,
    secret: true,
  }),
  retryScheduleMs: setting({
    env: 'TOCSIN_RETRY_SCHEDULE',
    flag: '--retry-schedule',
    help: 'Delay before each attempt, starting with `0s` for the first; `2h*11` means `2h` eleven times. A webhook can override it.',
    fallback: '0s,5s,15s,1m,5m,15m,30m,1h,2h*11',
    parse: parseSchedule,
  }),
  requestTimeoutMs: setting({
    env: 'TOCSIN_REQUEST_TIMEOUT',
    flag: '--request-timeout',
    help: 'Time limit for one attempt, from the DNS query to the last byte of the response. A webhook can override it.',
    fallback: '15s',
    parse: between(parseDuration, { least: 100, most: 300_000, words: 'from 100ms to 5m' }),
  }),
  takeoverMs: setting({
    env: 'TOCSIN_TAKEOVER',
    flag: '--takeover',
    help: 'After the time limit of an attempt and this time, another node takes over the delivery of a node that died or hangs; a restarted node takes its own deliveries up at once. Set the same on all nodes. If the database is unreachable for longer, deliveries can be repeated.',
    fallback: '30s',
    parse: between(parseDuration, { least: 3_000, most: 600_000, words: 'from 3s to 10m' }),
  }),
  responseBytesMax: setting({
    env: 'TOCSIN_RESPONSE_SIZE_MAX',
    flag: '--response-size-max',
    help: 'How much of a receiver’s response is read and stored with the attempt.',
    fallback: '16kb',
    parse: between(parseBytes, { least: 0, most: 1024 ** 2, words: 'from 0 to 1mb' }),
  }),
  inFlightMax: setting({
    env: 'TOCSIN_IN_FLIGHT_MAX',
    flag: '--in-flight-max',
    help: 'Most webhooks that are called at the same time.',
    fallback: '256',
    parse: between(parseWhole, { least: 1, most: 10_000, words: 'from 1 to 10000' }),
  }),
  webhookConcurrencyMax: setting({
    env: 'TOCSIN_WEBHOOK_CONCURRENCY',
    flag: '--webhook-concurrency',
    help: 'Most attempts for one webhook at the same time. A webhook can override it.',
    fallback: '32',
    parse: between(parseWhole, { least: 1, most: 1_000, words: 'from 1 to 1000' }),
  }),
  ...HISTORY_SETTINGS,
  bodyBytesMax: setting({
    env: 'TOCSIN_BODY_SIZE_MAX',
    flag: '--body-size-max',
    help: 'Largest request body that the API accepts.',
    fallback: '4mb',
    parse: between(parseBytes, { least: 1024, most: 64 * 1024 ** 2, words: 'from 1kb to 64mb' }),
  }),
  intakePendingMax: setting({
    env: 'TOCSIN_INTAKE_PENDING_MAX',
    flag: '--intake-pending-max',
    help: 'Most reported alerts and job runs that may wait for their commit; above it the service answers 503 with Retry-After.',
    fallback: '10000',
    parse: between(parseWhole, { least: 1, most: 1_000_000, words: 'from 1 to 1000000' }),
  }),
  sources: setting({
    env: 'TOCSIN_SOURCES_FILE',
    flag: '--sources-file',
    help: 'File (YAML or JSON) that describes your monitors, and the databases whose job schedulers Tocsin reads: docs/sources.md. Use the same file on all nodes.',
    fallback: '',
    parse: readSourcesFile,
  }),
  allowTargets: setting({
    env: 'TOCSIN_ALLOW_TARGETS',
    flag: '--allow-targets',
    help: 'Private addresses that webhooks may call, separated by commas: CIDRs (`10.0.0.0/8`), hosts (`hooks.internal`), suffixes (`*.internal`).',
    fallback: '',
    parse: parseTargets,
  }),
  denyTargets: setting({
    env: 'TOCSIN_DENY_TARGETS',
    flag: '--deny-targets',
    help: 'Addresses, private or public, that webhooks may not call, written in the same forms. Overrides `TOCSIN_ALLOW_TARGETS` and what a loopback `TOCSIN_LISTEN` allows.',
    fallback: '',
    parse: parseTargets,
  }),
  proxy: setting({
    env: 'TOCSIN_PROXY',
    flag: '--proxy',
    help: 'Proxy for calls to webhooks and the OpenID provider: `http://proxy:3128`, `https://user:password@proxy:3129`. For a proxy per receiver write `pattern=address` entries, separated by commas, with patterns as in `TOCSIN_NO_PROXY`; the first match wins.',
    fallback: '',
    parse: parseProxies,
    secret: true,
  }),
  directTargets: setting({
    env: 'TOCSIN_NO_PROXY',
    flag: '--direct-targets',
    help: 'Receivers and OpenID providers that are called without a proxy, separated by commas: hosts (`hooks.internal`), suffixes (`*.internal`), CIDRs (`10.0.0.0/8`, for URLs with an address only). This machine is always called directly.',
    fallback: '',
    parse: parseDirectHosts,
  }),
  tlsCertFile: setting({
    env: 'TOCSIN_TLS_CERT_FILE',
    flag: '--tls-cert-file',
    help: 'PEM file with the certificate of the service and its chain: the API then speaks HTTPS. Tocsin reloads it when it changes.',
    fallback: '',
    parse: (text) => text,
  }),
  tlsKeyFile: setting({
    env: 'TOCSIN_TLS_KEY_FILE',
    flag: '--tls-key-file',
    help: 'PEM file with the private key of that certificate, not encrypted.',
    fallback: '',
    parse: (text) => text,
  }),
  ...HTTP_SETTINGS,
  ...PEOPLE_SETTINGS,
  ...OIDC_SETTINGS,
  trustedProxies: setting({
    env: 'TOCSIN_TRUST_PROXIES',
    flag: '--trust-proxies',
    help: 'Proxies in front of the service whose `X-Forwarded-For` is trusted, separated by commas: addresses (`127.0.0.1`) and CIDRs (`10.0.0.0/8`).',
    fallback: '',
    parse: parseTrustedProxies,
  }),
  logLevel: setting({
    env: 'TOCSIN_LOG_LEVEL',
    flag: '--log-level',
    help: 'Lowest level that is logged: `debug`, `info`, `warn`, `error` or `silent`.',
    fallback: 'info',
    parse: oneOf(['debug', 'info', 'warn', 'error', 'silent']),
  }),
  logFormat: setting({
    env: 'TOCSIN_LOG_FORMAT',
    flag: '--log-format',
    help: 'Format of the log on stdout: `json` (one line of JSON per event), `text` (one readable line per event, without stack traces), or `auto`: text on a terminal, JSON elsewhere.',
    fallback: 'auto',
    parse: oneOf(['auto', 'json', 'text']),
  }),
} as const

export type Config = Readonly<{
  [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['parse']>
}>

/** Lists all mistakes, so that one edit corrects them. */
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

/** Hands this process's variables to the command line, as an argument. */
export const environment: Environment = process.env

/** Reads all settings; options win over variables. Throws a ConfigError with every mistake. */
export function readConfig(options: GivenOptions = {}, environment: Environment = process.env): Config {
  const mistakes: string[] = []
  const entries = Object.entries(SETTINGS).map(([name, entry]) => [
    name,
    readOne(name, entry, options, environment, mistakes),
  ])
  const config = Object.fromEntries(entries) as Config
  mistakes.push(...findContradictions(config))
  mistakes.push(...findUnknownSettings(environment, variableNames()))
  if (mistakes.length > 0) throw new ConfigError(mistakes)
  return Object.freeze({ ...config, ...completeLocations(config, standardDataFolder(environment)) })
}

/** Lists the variables of all settings, including those that name files with secrets. */
export function variableNames(): ReadonlySet<string> {
  return new Set(
    Object.values(SETTINGS).flatMap((entry) => [entry.env, fileNamesOf(entry)?.env ?? entry.env]),
  )
}

/** Reads how to log even if settings are wrong; a wrong log setting gets its default. */
export function readLogSettings(
  options: GivenOptions,
  environment: Environment,
): Pick<Config, 'logLevel' | 'logFormat'> {
  const read = <Name extends 'logLevel' | 'logFormat'>(name: Name): Config[Name] => {
    const entry: Setting<unknown> = SETTINGS[name]
    const found = readOne(name, entry, options, environment, []) ?? entry.fallback
    return found as Config[Name]
  }
  return { logLevel: read('logLevel'), logFormat: read('logFormat') }
}

function readOne(
  name: string,
  entry: Setting<unknown>,
  options: GivenOptions,
  environment: Environment,
  mistakes: string[],
): unknown {
  try {
    const { text, by } = findGiven(name, entry, { options, environment })
    return parseOne(entry, text, by, environment)
  } catch (error) {
    mistakes.push((error as Error).message)
    return undefined
  }
}

function parseOne(
  { env, parse }: Setting<unknown>,
  text: string,
  by: string | null,
  environment: Environment,
): unknown {
  try {
    return parse(text.trim(), environment)
  } catch (error) {
    throw new Error(`${by ?? env} ${(error as Error).message}`, { cause: error })
  }
}

/** Finds contradictory settings; an unreadable value is undefined. */
function findContradictions(config: Partial<Config>): readonly string[] {
  return [
    ...findTlsContradiction(config),
    ...findEngineContradictions(config),
    ...findOidcContradictions(config),
    ...findLocationContradictions(config),
  ]
}

function findLocationContradictions({ database, dataFolder }: Partial<Config>): readonly string[] {
  return database && dataFolder !== undefined ? findLeftBehind({ database, dataFolder }) : []
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

/** Returns null for the database's address; `off`: no listening. */
function parseListen(text: string, given?: Environment): string | null {
  if (text === '') return null
  return text === 'off' ? text : readPostgresAddress(text, given)
}
