import { knownOnly } from '../../domain/without-undefined.ts'
import { LONG_TEXT_LENGTH_MAX, NAME_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import type { AlertDetails, Observation } from '../../domain/alert/alert.ts'
import { valueAt } from '../../domain/source/field-path.ts'
import type { Field, FieldMapping, FieldOrigin } from '../../domain/source/field-mapping.ts'
import { parseInstant, type Instant } from '../../domain/instant.ts'
import type { JobRunDetails, JobRunReport, JobStatus } from '../../domain/alert/job-run.ts'
import { unknownSeverity } from '../../domain/alert/severity.ts'
import {
  ambiguousState,
  isAmbiguousState,
  meaningOfState,
  unknownState,
} from '../../domain/alert/state-words.ts'
import { isWrittenNumber, numberOf } from '../../domain/json-object.ts'
import { type ReadContext, shorten } from './dialect.ts'
import { isGiven, joinKey, sinceEpoch, toIdentity, toLabels, toText } from './foreign-text.ts'

/** An entry of a body; paths may also begin at the top of the body. */
export interface MappedEntry {
  readonly entry: unknown
  readonly body: unknown
  readonly mapping: FieldMapping
}

/** Returns the observation, or a mistake with the paths that were read. */
export function readMappedAlert(mapped: MappedEntry, context: ReadContext): Observation | string {
  const { source, now } = context
  const warnings: string[] = []
  const { state, isRaised } = stateOf(mapped, context, warnings)
  const missing = missingOf(mapped, isRaised ? ['key', 'name'] : ['key'])
  if (missing !== undefined) return missing
  const time = (field: Field) => timeOf(mapped, field, warnings)
  const at = Math.min(time('at') ?? now, now)
  const since = isRaised ? time('since') : undefined
  const expiresAt = isRaised ? (time('expires_at') ?? expiryOf(mapped, now)) : undefined
  return {
    source,
    key: keyOf(mapped, 'key'),
    name: textOf(mapped, 'name', NAME_LENGTH_MAX) ?? '',
    state,
    at,
    ...(since !== undefined && since <= at && { since }),
    ...(expiresAt !== undefined && expiresAt > at && { expiresAt }),
    details: alertDetails(mapped),
    ...(warnings.length > 0 && { warnings }),
  }
}

export function readMappedJobRun(mapped: MappedEntry, { source, now }: ReadContext): JobRunReport | string {
  const missing = missingOf(mapped, ['job_id', 'run_id', 'name', 'status'])
  if (missing !== undefined) return missing
  const finishedAt = Math.min(timeOf(mapped, 'ended_at') ?? now, now)
  const startedAt = timeOf(mapped, 'started_at') ?? null
  return {
    source,
    jobId: keyOf(mapped, 'job_id'),
    runId: keyOf(mapped, 'run_id'),
    name: textOf(mapped, 'name', NAME_LENGTH_MAX) ?? '',
    status: statusOf(mapped),
    startedAt: startedAt !== null && startedAt <= finishedAt ? startedAt : null,
    finishedAt,
    details: jobDetails(mapped),
  }
}

/** Limits an identifying value: long enough for any, short enough to hash thousands. */
const IDENTITY_LENGTH_MAX = 65_536
const IDENTITY: ReadonlySet<Field> = new Set(['key', 'job_id', 'run_id'])

function missingOf(mapped: MappedEntry, fields: readonly Field[]): string | undefined {
  const missing = fields.filter((field) => valuesOf(mapped, field).length === 0)
  const long = fields.find((field) => IDENTITY.has(field) && valuesOf(mapped, field).some(isTooLong))
  if (long !== undefined) return `${long} has more than ${IDENTITY_LENGTH_MAX} characters`
  if (missing.length === 0) return undefined
  const sentences = missing.map((field) => `there is no ${field} at ${pathsOf(mapped.mapping.fields[field])}`)
  const isName = mapped.mapping.kind === 'alert' && missing.includes('name')
  return `${sentences.join(', and ')}${isName ? '; only a clear may leave the name out' : ''}`
}

function isTooLong(value: unknown): boolean {
  return (toText(value, IDENTITY_LENGTH_MAX + 1)?.length ?? 0) > IDENTITY_LENGTH_MAX
}

function pathsOf(origin: FieldOrigin | undefined): string {
  if (!origin || 'text' in origin) return 'any place'
  const paths = 'joined' in origin ? origin.joined : origin.firstOf
  return paths.map(({ text }) => JSON.stringify(text)).join('joined' in origin ? ' and ' : ' or ')
}

function valuesOf({ entry, body, mapping }: MappedEntry, field: Field): readonly unknown[] {
  const origin = mapping.fields[field]
  if (!origin) return []
  if ('text' in origin) return [origin.text]
  const paths = 'joined' in origin ? origin.joined : origin.firstOf
  const values = paths.map((path) => valueAt(entry, body, path)).filter(isGiven)
  if ('firstOf' in origin) return values.slice(0, 1)
  // A partial key would be the key of many.
  return values.length === paths.length ? values : []
}

function textOf(mapped: MappedEntry, field: Field, lengthMax?: number): string | undefined {
  const max = isFromBody(mapped.mapping.fields[field]) ? NAME_LENGTH_MAX : lengthMax
  const texts = valuesOf(mapped, field).flatMap((value) => toText(value, max) ?? [])
  return toText(texts.join(' '), max)
}

/** Thousands of entries may share it; a small body must not become large. */
function isFromBody(origin: FieldOrigin | undefined): boolean {
  if (!origin || 'text' in origin) return false
  return ('joined' in origin ? origin.joined : origin.firstOf).some(({ fromBody }) => fromBody)
}

function keyOf(mapped: MappedEntry, field: Field): string {
  const texts = valuesOf(mapped, field).flatMap((value) => toIdentity(value, IDENTITY_LENGTH_MAX) ?? [])
  return joinKey(...texts)
}

/** Returns the state: every word that does not mean cleared is active, as bad as the severity says. */
function stateOf(
  mapped: MappedEntry,
  context: ReadContext,
  warnings: string[],
): { readonly state: Observation['state']; readonly isRaised: boolean } {
  if (isOver(mapped, context, warnings)) return { state: 'cleared', isRaised: false }
  const spelled = wordOf(mapped, 'severity')
  const { state, known } = context.severity(spelled)
  if (!known) warnings.push(unknownSeverity(spelled ?? ''))
  return { state, isRaised: true }
}

/** Decides by the source's own words, if any. Warns of an active state whose word may mean the end. */
function isOver(mapped: MappedEntry, { mapping }: ReadContext, warnings: string[]): boolean {
  const word = wordOf(mapped, 'state') ?? ''
  const { cleared } = mapped.mapping.words
  const meaning = meaningOfState(word)
  if (cleared ? cleared.has(word.trim().toLowerCase()) : meaning === 'over') return true
  if (!isAmbiguousState(word)) {
    if (meaning !== 'raised') warnings.push(unknownState(word))
  } else if (!cleared) warnings.push(ambiguousState(word, mapping !== undefined))
  return false
}

/** Reads a word, or a number in its shortest form: 3.0 is 3. */
function wordOf(mapped: MappedEntry, field: Field): string | undefined {
  const [value] = valuesOf(mapped, field)
  return isWrittenNumber(value) ? String(numberOf(value)) : textOf(mapped, field)
}

function statusOf(mapped: MappedEntry): JobStatus {
  const word = wordOf(mapped, 'status')?.trim().toLowerCase() ?? ''
  const { success, cancelled } = mapped.mapping.words
  if (success.has(word)) return 'success'
  return cancelled.has(word) ? 'cancelled' : 'failure'
}

function expiryOf({ mapping }: MappedEntry, now: Instant): Instant | undefined {
  return mapping.expiresAfterMs === undefined ? undefined : now + mapping.expiresAfterMs
}

const EPOCH = /^\d{1,20}(?:\.\d{1,9})?(?:e\+?\d{1,2})?$/i
/** The latest date that JavaScript has. */
const INSTANT_MAX = 8.64e15

/**
 * Reads RFC 3339, or seconds, milli-, micro- or nanoseconds since 1970. Anything else counts as absent, with a warning;
 * moments before 1970 without one, since many write them for none.
 */
function timeOf(mapped: MappedEntry, field: Field, warnings: string[] = []): Instant | undefined {
  const text = textOf(mapped, field)?.trim()
  if (text === undefined) return undefined
  const at = EPOCH.test(text) ? sinceEpoch(Number(text)) : parseInstant(text)
  if (at !== undefined && at <= INSTANT_MAX) return at > 0 ? at : undefined
  warnings.push(
    `${field} is ${JSON.stringify(shorten(text))}, neither a time as in RFC 3339 nor seconds, milliseconds, microseconds or nanoseconds since 1970, and was passed over.`,
  )
  return undefined
}

function commonDetails(mapped: MappedEntry) {
  return {
    agentId: textOf(mapped, 'agent_id'),
    agentName: textOf(mapped, 'agent_name'),
    serverId: textOf(mapped, 'server_id'),
    serverName: textOf(mapped, 'server_name'),
    serverAddress: textOf(mapped, 'server_address'),
    serverPort: textOf(mapped, 'server_port'),
    database: textOf(mapped, 'database'),
    labels: toLabels(valuesOf(mapped, 'labels')[0]),
  }
}

function alertDetails(mapped: MappedEntry): AlertDetails {
  return knownOnly<AlertDetails>({
    ...commonDetails(mapped),
    objectType: textOf(mapped, 'object_type'),
    objectName: textOf(mapped, 'object_name'),
    schema: textOf(mapped, 'schema'),
    package: textOf(mapped, 'package'),
    databaseObject: textOf(mapped, 'database_object'),
    currentValue: textOf(mapped, 'current_value'),
    thresholdValue: textOf(mapped, 'threshold_value'),
    parameters: textOf(mapped, 'parameters', LONG_TEXT_LENGTH_MAX),
    info: textOf(mapped, 'info', LONG_TEXT_LENGTH_MAX),
    sourceLink: textOf(mapped, 'source_link'),
    annotations: toLabels(valuesOf(mapped, 'annotations')[0]),
  })
}

function jobDetails(mapped: MappedEntry): JobRunDetails {
  return knownOnly<JobRunDetails>({
    ...commonDetails(mapped),
    exitCode: textOf(mapped, 'exit_code'),
    output: textOf(mapped, 'output', LONG_TEXT_LENGTH_MAX),
    command: textOf(mapped, 'command', LONG_TEXT_LENGTH_MAX),
  })
}
