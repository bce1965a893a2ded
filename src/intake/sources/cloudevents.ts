import type { Observation } from '../../domain/alert/alert.ts'
import { whyReserved } from '../../domain/alert/own-alert.ts'
import { readFieldMapping, type FieldMapping } from '../../domain/source/field-mapping.ts'
import type { JobRunReport } from '../../domain/alert/job-run.ts'
import { toKeyText } from '../../domain/template/marker-values.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import type { Steps } from '../../domain/steps.ts'
import type { Dialect, Headers, ReadContext, Reading } from '../reading/dialect.ts'
import { readEach, readingInSteps } from '../reading/dialect.ts'
import { isGiven, toText } from '../reading/foreign-text.ts'
import { readMappedAlert, readMappedJobRun, type MappedEntry } from '../reading/mapped-report.ts'

/**
 * CloudEvents 1.0 over HTTP: one event, a batch, or one with its attributes in headers. The data are those of `POST
 * /v1/alerts` or `POST /v1/job-runs`, or of another Tocsin's preset CloudEvents.
 */
export const CLOUDEVENTS: Dialect = {
  name: 'cloudevents',
  title: 'CloudEvents 1.0',
  assemble,
  recognises: (body) =>
    Array.isArray(body) ? body.length === 0 || body.some(isCloudEvent) : isCloudEvent(body),
  ...readingInSteps(read),
}

export function isCloudEvent(value: unknown): boolean {
  return isObject(value) && typeof value['specversion'] === 'string'
}

const ATTRIBUTES = ['specversion', 'id', 'source', 'type', 'subject', 'time', 'datacontenttype'] as const

/** The binary form: the body is the data, each attribute a header, percent-encoded outside ASCII. */
function assemble(body: unknown, headers: Headers): unknown {
  if (typeof headers['ce-specversion'] !== 'string') return body
  const attributes = ATTRIBUTES.flatMap((name) => {
    const value = headers[`ce-${name}`]
    return typeof value === 'string' ? [[name, decode(value)] as const] : []
  })
  return { ...Object.fromEntries(attributes), data: body }
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** Fields in `data` are the API's; in its `alert` and `job`, the preset's. */
const ALERT_MAPPING = mappingOf({
  fields: {
    key: { join: ['source', 'identity'] },
    name: ['data.name', 'data.alert.name'],
    state: ['data.state', 'data.alert.state'],
    severity: ['data.severity', 'data.alert.severity', 'data.state', 'data.alert.state'],
    at: ['time', 'data.at'],
    since: ['data.since', 'data.alert.raised_at'],
    expires_at: 'data.expires_at',
    object_type: 'data.object.type',
    object_name: 'data.object.name',
    schema: ['data.schema', 'data.database.schema'],
    package: ['data.package', 'data.database.package'],
    database_object: ['data.database_object', 'data.database.object'],
    current_value: ['data.current_value', 'data.alert.current_value'],
    threshold_value: ['data.threshold_value', 'data.alert.threshold_value'],
    parameters: ['data.parameters', 'data.alert.parameters'],
    info: ['data.info', 'data.alert.info'],
    source_link: ['data.source_link', 'data.alert.link'],
    annotations: 'data.annotations',
    ...commonFields(),
  },
})

const JOB_MAPPING = mappingOf({
  kind: 'job',
  fields: {
    job_id: { join: ['source', 'identity'] },
    run_id: ['data.run_id', 'data.job.run_id', 'id'],
    name: ['data.name', 'data.job.name'],
    status: ['data.status', 'data.job.status'],
    started_at: ['data.started_at', 'data.job.started_at'],
    ended_at: ['data.ended_at', 'data.finished_at', 'data.job.finished_at', 'time'],
    exit_code: ['data.exit_code', 'data.job.exit_code'],
    output: ['data.output', 'data.job.output'],
    command: ['data.command', 'data.job.command'],
    ...commonFields(),
  },
})

function commonFields() {
  return {
    agent_id: 'data.agent.id',
    agent_name: 'data.agent.name',
    server_id: 'data.server.id',
    server_name: 'data.server.name',
    server_address: 'data.server.address',
    server_port: 'data.server.port',
    database: 'database',
    labels: 'data.labels',
  }
}

function mappingOf(members: Readonly<Record<string, unknown>>): FieldMapping {
  const mistakes: string[] = []
  const mapping = readFieldMapping('cloudevents', members, mistakes)
  if (mistakes.length > 0) throw new Error(mistakes.join('\n'))
  return mapping
}

/**
 * Tells whether an event of a Tocsin has been through this source before: each Tocsin makes its key (`problemKey`) of
 * source and received key, so a key contains all earlier ones: `alert:cloudevents:/first_alert:api:disk~…`.
 */
function isInLoop(source: unknown, identity: unknown): boolean {
  const key = toText(identity) ?? ''
  const from = toKeyText(`${toText(source) ?? ''}|`)
  return ['alert', 'job'].some((kind) => key.includes(`:${from}${kind}:`))
}

type Entry =
  | { readonly isLoop: true }
  | { readonly observation: Observation }
  | { readonly jobRun: JobRunReport }

function* read(body: unknown, context: ReadContext): Steps<Reading> {
  const { entries, errors } = yield* readEach(Array.isArray(body) ? body : [body], 'event', (event) =>
    readEvent(event, context),
  )
  const count = entries.filter((entry) => 'isLoop' in entry).length
  return {
    ...(count > 0 && { note: describeLoop(count), warning: 'loop_detected' }),
    observations: entries.flatMap((entry) => ('observation' in entry ? [entry.observation] : [])),
    jobRuns: entries.flatMap((entry) => ('jobRun' in entry ? [entry.jobRun] : [])),
    errors,
  }
}

function describeLoop(count: number): string {
  return `A loop: ${count} of the events passed the same source before, so they were not taken in. Give each Tocsin a source of its own, and connect them in one direction only.`
}

function readEvent(event: unknown, context: ReadContext): Entry | string {
  if (!isObject(event)) return 'must be an object'
  if (event['specversion'] !== '1.0') return 'specversion must be "1.0"'
  for (const attribute of ['id', 'source', 'type']) {
    const value = event[attribute]
    if (typeof value !== 'string' || value === '') return `${attribute} must be a text`
  }
  const reserved = whyReserved(event['source'])
  if (reserved !== undefined) return `source ${reserved}, such as /tocsin`
  if ('data_base64' in event) return 'data_base64 is not understood: data must be JSON'
  if (!isObject(event['data']))
    return 'data must be an object, as POST /v1/alerts or POST /v1/job-runs takes it'
  return readEventData(event, event['data'], context)
}

function readEventData(event: JsonObject, inside: JsonObject, context: ReadContext): Entry | string {
  const kinds = String(event['type']).split('.')
  if (kinds.includes('alert')) return readAlertEvent(event, inside, context)
  if (kinds.includes('job_run')) return readJobRunEvent(event, inside, context)
  return 'type must have alert or job_run as one of its parts, such as tocsin.alert or com.example.job_run'
}

function readAlertEvent(event: JsonObject, inside: JsonObject, context: ReadContext): Entry | string {
  const identity = [inside['key'], event['subject']].find(isGiven)
  if (identity === undefined) return 'data.key, or else subject, must say which alert it is'
  if (isInLoop(event['source'], identity)) return { isLoop: true }
  const alert = isObject(inside['alert']) ? inside['alert'] : {}
  if (![inside['state'], alert['state']].some(isGiven)) {
    return 'data.state must be cleared, low, medium or high'
  }
  const observation = readMappedAlert(mappedEntryOf(event, inside, identity, ALERT_MAPPING), context)
  return typeof observation === 'string' ? observation : { observation }
}

function readJobRunEvent(event: JsonObject, inside: JsonObject, context: ReadContext): Entry | string {
  const identity = [inside['job_id'], event['subject']].find(isGiven)
  if (identity === undefined) return 'data.job_id, or else subject, must say which job it is'
  if (isInLoop(event['source'], identity)) return { isLoop: true }
  const jobRun = readMappedJobRun(mappedEntryOf(event, inside, identity, JOB_MAPPING), context)
  return typeof jobRun === 'string' ? jobRun : { jobRun }
}

function mappedEntryOf(
  event: JsonObject,
  inside: JsonObject,
  identity: unknown,
  mapping: FieldMapping,
): MappedEntry {
  const database = isObject(inside['database']) ? inside['database']['name'] : inside['database']
  const entry = { ...event, identity, database }
  return { entry, body: entry, mapping }
}
