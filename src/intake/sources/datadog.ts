import { knownOnly } from '../../domain/without-undefined.ts'
import { LONG_TEXT_LENGTH_MAX, NAME_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import type { AlertDetails, Observation } from '../../domain/alert/alert.ts'
import { unknownSeverity } from '../../domain/alert/severity.ts'
import { meaningOfState } from '../../domain/alert/state-words.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Dialect, ReadContext, Reading } from '../reading/dialect.ts'
import { nothing, refusal, shorten } from '../reading/dialect.ts'
import { joinKey, sinceEpoch, toLabels, toText } from '../reading/foreign-text.ts'

/** Datadog's webhooks with our payload, examples/datadog/payload.json; its default payload has no transition. */
export const DATADOG: Dialect = {
  name: 'datadog',
  title: 'Datadog',
  recognises: (body) => isObject(body) && 'transition' in body && ('cycle' in body || 'monitor' in body),
  hint: 'Put the payload of docs/sources-hosted.md into the field Payload of the webhook at Datadog: without it Datadog does not say whether an alert begins or ends.',
  neededRaised: (body) => {
    if (!isObject(body) || textOf(body, 'transition')?.trim().toLowerCase() !== 'renotify') return undefined
    const key = keyOf(body)
    return key === undefined ? undefined : { key }
  },
  read,
}

function read(body: unknown, context: ReadContext): Reading {
  const report = isObject(body) ? body : {}
  const transition = textOf(report, 'transition')
  if (transition === undefined) {
    return refusal(`transition has no value. ${DATADOG.hint}`)
  }
  if (transition.trim().toLowerCase() === 'null') {
    return nothing('This reports no alert, so nothing was taken in.')
  }
  const observation = readAlert(report, transition, context)
  return typeof observation === 'string' ? refusal(observation) : { observations: [observation], errors: [] }
}

/** Datadog leaves a variable without a value as written. */
const UNEXPANDED = /^\$[A-Z][A-Z0-9_]*(?:\[[^\]]*\])?$/

function textOf(report: JsonObject, member: string, lengthMax?: number): string | undefined {
  const text = toText(report[member], lengthMax)
  return text === undefined || UNEXPANDED.test(text.trim()) ? undefined : text
}

function readAlert(report: JsonObject, transition: string, context: ReadContext): Observation | string {
  const key = keyOf(report)
  if (key === undefined) return 'cycle, or else monitor, must say which alert it is'
  const { state, warnings } = stateOf(report, transition, context, key)
  const tags = tagsOf(textOf(report, 'tags', LONG_TEXT_LENGTH_MAX))
  const query = textOf(report, 'query', LONG_TEXT_LENGTH_MAX)
  const scope = textOf(report, 'scope')
  const host = textOf(report, 'host')
  return {
    source: context.source,
    key,
    name:
      nameOf(textOf(report, 'title', NAME_LENGTH_MAX)) ?? `Monitor ${textOf(report, 'monitor', 100) ?? key}`,
    state,
    at: timeOf(textOf(report, 'date'), context.now),
    details: knownOnly<AlertDetails>({
      ...(host !== undefined && { serverName: host, serverAddress: host }),
      objectName: scope ?? host,
      database: tags?.['db'] ?? tags?.['database'] ?? tags?.['dbname'],
      schema: tags?.['schema'],
      databaseObject: tags?.['table'],
      thresholdValue: query === undefined ? undefined : /[<>=]\s*(-?\d+(?:\.\d+)?)\s*$/.exec(query)?.[1],
      parameters: query,
      info: textOf(report, 'status', LONG_TEXT_LENGTH_MAX) ?? textOf(report, 'message', LONG_TEXT_LENGTH_MAX),
      sourceLink: textOf(report, 'link'),
      labels: tags,
    }),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** The cycle lasts from trigger to recovery; without one, the monitor and its trigger are the key. */
function keyOf(report: JsonObject): string | undefined {
  const cycle = textOf(report, 'cycle', LONG_TEXT_LENGTH_MAX)
  if (cycle !== undefined) return joinKey(cycle)
  const monitor = textOf(report, 'monitor', LONG_TEXT_LENGTH_MAX)
  return monitor === undefined
    ? undefined
    : joinKey(monitor, textOf(report, 'scope', LONG_TEXT_LENGTH_MAX) ?? '')
}

interface State {
  readonly state: Observation['state']
  readonly warnings: readonly string[]
}

const BEGINNINGS = /^(?:re-)?(triggered|warn|no data)$/

/** A reminder changes no state. */
function stateOf(report: JsonObject, transition: string, context: ReadContext, key: string): State {
  const spelled = transition.trim().toLowerCase()
  // `Recovered`, `Warn Recovered`, `Recovered from No Data`.
  if (spelled.endsWith(' recovered') || meaningOfState(spelled) === 'over') {
    return { state: 'cleared', warnings: [] }
  }
  const isReminder = spelled === 'renotify'
  const known = isReminder ? context.raised.find((alert) => alert.key === key) : undefined
  if (known) return { state: known.state, warnings: [] }
  const kind = BEGINNINGS.exec(spelled)?.[1]
  const warnings =
    kind !== undefined || isReminder
      ? []
      : [`The transition ${JSON.stringify(shorten(transition))} is not known, so the alert counts as raised.`]
  if (kind === 'no data') return { state: 'medium', warnings }
  // By the monitor's priority, or else by the type of the alert.
  const word = textOf(report, 'priority') ?? textOf(report, 'type')
  const { state, known: isKnown } = context.severity(word)
  if (!isKnown) warnings.push(unknownSeverity(word ?? ''))
  const isWarning = kind === 'warn' || (kind === undefined && textOf(report, 'type') === 'warning')
  // Warnings and alerts of a monitor share its priority, but a warning that becomes an alert must be a change.
  return { state: isWarning && state === 'high' ? 'medium' : state, warnings }
}

/**
 * Reads Datadog's milliseconds since 1970, or another unit by its size. A missing time, or one ahead of our clock, is
 * now.
 */
function timeOf(date: string | undefined, now: Instant): Instant {
  const at = date !== undefined && /^\s*\d{10,19}\s*$/.test(date) ? sinceEpoch(Number(date)) : now
  return Math.min(at ?? now, now)
}

/** Removes the prefix of `[P2] [Triggered on {host:pg-1}] Deadlocks`, which changes and is in other members. */
function nameOf(title: string | undefined): string | undefined {
  const bare = title?.replace(
    /^(?:\s*\[(?:P[1-5]|(?:Re-)?(?:Triggered|Warn|No Data)|Recovered|Renotify)\b[^\]]{0,400}\])+\s*/,
    '',
  )
  return bare === undefined || bare === '' ? title : bare
}

/** `env:prod,team:dba`; a repeated name has all its values. */
function tagsOf(tags: string | undefined): Readonly<Record<string, string>> | undefined {
  const values = new Map<string, string>()
  for (const tag of (tags ?? '').split(',').slice(0, 1_000)) {
    const [name = '', ...value] = tag.trim().split(':')
    const known = values.get(name)
    values.set(name, known === undefined ? value.join(':') || 'true' : `${known}, ${value.join(':')}`)
  }
  return toLabels(Object.fromEntries(values))
}
