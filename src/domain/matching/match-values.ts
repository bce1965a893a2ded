import type { Alert, AlertState } from '../alert/alert.ts'
import type { AlertEvent, JobRunEvent } from '../alert/event.ts'
import type { NamedField } from './match.ts'

export type MatchedAlert = Pick<
  AlertEvent,
  'kind' | 'source' | 'name' | 'oldState' | 'newState' | 'details'
> &
  Partial<Pick<AlertEvent, 'trigger' | 'alertKey'>>
type MatchedJobRun = Pick<JobRunEvent, 'kind' | 'source' | 'name' | 'status' | 'details'>

/** The part of an event that decides which webhooks take it. */
export type Matched = MatchedAlert | MatchedJobRun

type Value = (event: Matched) => string | undefined

const NAMED: Readonly<Record<NamedField, Value>> = {
  source: ({ source }) => source,
  name: ({ name }) => name,
  severity: (event) => (event.kind === 'alert' ? severityOf(event) : undefined),
  server: ({ details }) => details.serverName,
  object: (event) => (event.kind === 'alert' ? event.details.objectName : undefined),
  object_type: (event) => (event.kind === 'alert' ? event.details.objectType : undefined),
  database: ({ details }) => details.database,
  schema: (event) => (event.kind === 'alert' ? event.details.schema : undefined),
  agent: ({ details }) => details.agentName,
  job_status: (event) => (event.kind === 'job_run' ? event.status : undefined),
}
const NAMED_ENTRIES = Object.entries(NAMED)

export function matchedAlert({ source, key, name, state, details }: Alert): MatchedAlert {
  return { kind: 'alert', source, alertKey: key, name, oldState: state, newState: state, details }
}

/** Returns the new state; of a clear, the state that it ends. */
export function severityOf({ oldState, newState }: Pick<MatchedAlert, 'oldState' | 'newState'>): AlertState {
  return newState === 'cleared' ? oldState : newState
}

/** Returns a reader of a field; it reads a missing one as the empty string. */
export function readerOf(field: string): (event: Matched) => string {
  const named = Object.hasOwn(NAMED, field) ? NAMED[field as NamedField] : undefined
  if (named) return (event) => named(event) ?? ''
  const dot = field.indexOf('.')
  const member = field.startsWith('label.') ? labelsOf : annotationsOf
  const name = field.slice(dot + 1)
  return (event) => {
    const values = member(event)
    return values !== undefined && Object.hasOwn(values, name) ? (values[name] ?? '') : ''
  }
}

export function* valuesOf(event: Matched): Generator<readonly [field: string, value: string]> {
  for (const [field, value] of NAMED_ENTRIES) {
    const found = value(event)
    if (found !== undefined) yield [field, found]
  }
  for (const [name, value] of Object.entries(labelsOf(event) ?? {})) yield [`label.${name}`, value]
  for (const [name, value] of Object.entries(annotationsOf(event) ?? {})) yield [`annotation.${name}`, value]
}

function labelsOf({ details }: Matched) {
  return details.labels
}

function annotationsOf(event: Matched) {
  return event.kind === 'alert' ? event.details.annotations : undefined
}
