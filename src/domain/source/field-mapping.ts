import { isObject } from '../json-object.ts'
import { parseDuration } from '../spelling.ts'
import { parseFieldPath, type FieldPath } from './field-path.ts'

/** The fields of an alert, as in `POST /v1/alerts`; the first two are required. */
export const ALERT_FIELDS = [
  'key',
  'name',
  'state',
  'severity',
  'at',
  'since',
  'expires_at',
  'object_type',
  'object_name',
  'agent_id',
  'agent_name',
  'server_id',
  'server_name',
  'server_address',
  'server_port',
  'database',
  'schema',
  'package',
  'database_object',
  'current_value',
  'threshold_value',
  'parameters',
  'info',
  'source_link',
  'labels',
  'annotations',
] as const

/** The fields of a job run, as in `POST /v1/job-runs`. */
export const JOB_FIELDS = [
  'job_id',
  'run_id',
  'name',
  'status',
  'started_at',
  'ended_at',
  'agent_id',
  'agent_name',
  'server_id',
  'server_name',
  'server_address',
  'server_port',
  'database',
  'exit_code',
  'output',
  'command',
  'labels',
] as const

export type AlertField = (typeof ALERT_FIELDS)[number]
export type JobField = (typeof JOB_FIELDS)[number]
export type Field = AlertField | JobField

/** The source of a value: the first of several paths, several paths joined, or a fixed text. */
export type FieldOrigin =
  | { readonly firstOf: readonly FieldPath[] }
  | { readonly joined: readonly FieldPath[] }
  | { readonly text: string }

/** Maps the body of a sender without a dialect of its own to alerts or job runs. */
export interface FieldMapping {
  readonly kind: 'alert' | 'job'
  /** The path of the list of entries; without it the body is one entry, or a list. */
  readonly items?: FieldPath
  readonly fields: Readonly<Partial<Record<Field, FieldOrigin>>>
  /** Words in lower case: of `state` those that clear, of `status` those for success or cancelled. */
  readonly words: Readonly<Record<'success' | 'cancelled', ReadonlySet<string>>> & {
    /** Words of this source for the end; undefined: `meaningOfState` decides. */
    readonly cleared: ReadonlySet<string> | undefined
  }
  /** The alert clears after this time if its clear is never reported. */
  readonly expiresAfterMs?: number
}

/** Members of a source of this dialect, besides the common ones. */
export const MAPPING_MEMBERS = [
  'kind',
  'items',
  'fields',
  'cleared',
  'success',
  'cancelled',
  'expires_after',
] as const

type WordList = 'cleared' | 'success' | 'cancelled'

export const DEFAULT_WORDS: Readonly<Record<'success' | 'cancelled', readonly string[]>> = {
  success: ['success', 'succeeded', 'successful', 'ok', 'completed', 'passed', 'true', '0'],
  cancelled: ['cancelled', 'canceled', 'aborted', 'skipped'],
}

const REQUIRED = { alert: ['key', 'name'], job: ['job_id', 'run_id', 'name', 'status'] } as const
const PATHS_MAX = 10
const WORDS_MAX = 100
const EXPIRES_AFTER_DAYS_MAX = 30

interface Members {
  readonly [member: string]: unknown
}

/** Adds a sentence for every mistake, each beginning with the path of the member. */
export function readFieldMapping(at: string, members: Members, mistakes: string[]): FieldMapping {
  const kind = members['kind'] ?? 'alert'
  if (kind !== 'alert' && kind !== 'job') mistakes.push(`${at}.kind: must be alert or job`)
  const isJob = kind === 'job'
  refuseWithoutEffect(at, members, isJob, mistakes)
  const items = readItems(`${at}.items`, members['items'], mistakes)
  const expiresAfterMs = readExpiry(`${at}.expires_after`, members['expires_after'], mistakes)
  const own = (list: WordList, otherwise: readonly string[]) =>
    readWords(`${at}.${list}`, members[list] ?? otherwise, mistakes)
  return {
    kind: isJob ? 'job' : 'alert',
    ...(items && { items }),
    fields: readFields(`${at}.fields`, members['fields'], isJob ? 'job' : 'alert', mistakes),
    words: {
      cleared: members['cleared'] === undefined ? undefined : own('cleared', []),
      success: own('success', DEFAULT_WORDS.success),
      cancelled: own('cancelled', DEFAULT_WORDS.cancelled),
    },
    ...(expiresAfterMs !== undefined && { expiresAfterMs }),
  }
}

/** Refuses members without effect: their author believes that they do something. */
function refuseWithoutEffect(at: string, members: Members, isJob: boolean, mistakes: string[]): void {
  for (const member of isJob ? ['cleared', 'expires_after', 'severity'] : ['success', 'cancelled']) {
    if (members[member] !== undefined) {
      mistakes.push(`${at}.${member}: is for sources with \`kind: ${isJob ? 'alert' : 'job'}\` only`)
    }
  }
  const { fields, cleared, severity } = members
  if (isJob || !isObject(fields)) return
  if (cleared !== undefined && fields['state'] === undefined) {
    mistakes.push(`${at}.cleared: has no effect without \`fields.state\`, which says where these words are`)
  }
  if (!isObject(severity) || fields['severity'] !== undefined) return
  if (Object.keys(severity).every((state) => state === 'otherwise')) return
  mistakes.push(`${at}.severity: has no effect without \`fields.severity\`, which says where these words are`)
}

function readItems(at: string, value: unknown, mistakes: string[]): FieldPath | undefined {
  return value === undefined ? undefined : readPath(at, value, mistakes)
}

function readFields(
  at: string,
  value: unknown,
  kind: 'alert' | 'job',
  mistakes: string[],
): FieldMapping['fields'] {
  const known: readonly string[] = kind === 'job' ? JOB_FIELDS : ALERT_FIELDS
  const given = isObject(value) ? value : {}
  if (!isObject(value))
    mistakes.push(`${at}: must say where each value lies, at least those of the next lines`)
  const fields: [string, FieldOrigin][] = []
  for (const [name, origin] of Object.entries(given)) {
    if (name === 'finished_at') mistakes.push(`${at}.${name}: is called ended_at`)
    else if (!known.includes(name))
      mistakes.push(`${at}.${name}: is not known; known are ${known.join(', ')}`)
    else fields.push([name, readOrigin(`${at}.${name}`, origin, mistakes)])
  }
  for (const [name, origin] of fields.filter(([name]) => name === 'labels' || name === 'annotations')) {
    if ('firstOf' in origin && !origin.firstOf.some(({ fromBody }) => fromBody)) continue
    mistakes.push(`${at}.${name}: must be the path of an object in the entry itself, or a list of such paths`)
  }
  for (const name of REQUIRED[kind]) {
    if (given[name] === undefined) {
      mistakes.push(
        `${at}.${name}: is missing; say where in the body it lies, e.g. \`${name}: alert.${name}\``,
      )
    }
  }
  return Object.fromEntries(fields)
}

function readOrigin(at: string, value: unknown, mistakes: string[]): FieldOrigin {
  if (Array.isArray(value)) return { firstOf: readPaths(at, value, mistakes) }
  if (!isObject(value)) return { firstOf: [readPath(at, value, mistakes)].flatMap((path) => path ?? []) }
  const { text, join, ...unknown } = value
  if (Object.keys(unknown).length === 0 && (text === undefined) !== (join === undefined)) {
    if (join !== undefined) return { joined: readPaths(`${at}.join`, join, mistakes) }
    if (isText(text)) return { text: String(text) }
  }
  mistakes.push(
    `${at}: must be a path, a list of paths, {text: …} with what it always is, or {join: […]} with a list of paths`,
  )
  return { text: '' }
}

function readPaths(at: string, value: unknown, mistakes: string[]): readonly FieldPath[] {
  if (!Array.isArray(value) || value.length === 0 || value.length > PATHS_MAX) {
    mistakes.push(`${at}: must be a list of paths, at least one and ${PATHS_MAX} at most`)
    return []
  }
  return value.flatMap((path, index) => readPath(`${at}[${index}]`, path, mistakes) ?? [])
}

function readPath(at: string, value: unknown, mistakes: string[]): FieldPath | undefined {
  const path = typeof value === 'string' ? parseFieldPath(value) : undefined
  if (!path) {
    mistakes.push(
      `${at}: must be a path such as rule.name, alerts[0].id or labels["a b"]; put it in quotes if it has a quote, a space or a bracket`,
    )
  }
  return path
}

/** YAML reads some words as numbers and truth values. */
function readWords(at: string, value: unknown, mistakes: string[]): ReadonlySet<string> {
  if (!Array.isArray(value) || value.length > WORDS_MAX || !value.every(isText)) {
    mistakes.push(`${at}: must be a list of words, ${WORDS_MAX} at most`)
    return new Set()
  }
  return new Set(value.map((word) => String(word).trim().toLowerCase()))
}

const DAY_MS = 86_400_000

/** Reads a duration of at most `daysMax` days. */
export function readExpiry(
  at: string,
  value: unknown,
  mistakes: string[],
  daysMax = EXPIRES_AFTER_DAYS_MAX,
): number | undefined {
  if (value === undefined) return undefined
  const ms = readDuration(value)
  if (ms > 0 && ms <= daysMax * DAY_MS) return ms
  mistakes.push(`${at}: must be a duration such as 90s, 30m or 12h, at most ${daysMax}d`)
  return undefined
}

function readDuration(value: unknown): number {
  try {
    return typeof value === 'string' ? parseDuration(value) : 0
  } catch {
    return 0
  }
}

function isText(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}
