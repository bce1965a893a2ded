import type { AlertDetails, Observation } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import { instantInZone } from '../../domain/time-zone.ts'
import { unknownSeverity, type RaisedState, type Severity } from '../../domain/alert/severity.ts'
import { meaningOfState } from '../../domain/alert/state-words.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import { type Dialect, nothing, type ReadContext, type Reading, refusal } from '../reading/dialect.ts'
import { epochSeconds, joinKey, nameOf, textOf, withoutEmpty } from '../reading/foreign-text.ts'

/** Reads what our media type (examples/zabbix/media_tocsin.yaml) posts: macros of Zabbix as texts, by name. */
export const ZABBIX: Dialect = {
  name: 'zabbix',
  title: 'Zabbix',
  recognises: (body) =>
    isObject(body) && 'event_id' in body && ('event_value' in body || body['source'] === 'zabbix'),
  hint: 'Import the media type examples/zabbix/media_tocsin.yaml, which posts what is expected here.',
  read: (body, context) => readEvent(isObject(body) ? body : {}, context),
}

/** Discovery and autoregistration report finds, not problems. */
const SOURCES_WITHOUT_PROBLEMS: ReadonlyMap<string, string> = new Map([
  ['1', 'a discovery'],
  ['2', 'an autoregistration'],
])

/** `{EVENT.SEVERITY}` by `{EVENT.NSEVERITY}`, and its default state. */
const SEVERITIES: ReadonlyMap<string, readonly [name: string, state: RaisedState]> = new Map([
  ['0', ['not classified', 'low']],
  ['1', ['information', 'low']],
  ['2', ['warning', 'medium']],
  ['3', ['average', 'medium']],
  ['4', ['high', 'high']],
  ['5', ['disaster', 'high']],
])

function readEvent(body: JsonObject, context: ReadContext): Reading {
  const id = macroOf(body, 'event_id')
  const value = macroOf(body, 'event_value')
  const origin = SOURCES_WITHOUT_PROBLEMS.get(macroOf(body, 'event_source'))
  if (origin !== undefined) {
    return nothing(`This is ${origin}, which is no problem and raises no alert.`)
  }
  if (id === '' && textOf(body['event_id']) !== '') {
    return nothing(
      'This is a test of the media type: it arrives, and as there is no event, nothing is stored.',
    )
  }
  if (id === '') return refusal('event_id must be given ({EVENT.ID})')
  const isOver = meaningOfState(value, /^\d$/.test(value)) === 'over'
  if (value !== '1' && !isOver) {
    return refusal('event_value must be 1 for a problem or 0 for its end ({EVENT.VALUE})')
  }
  return { observations: [toObservation(body, { id, isOver }, context)], errors: [] }
}

/** Drops a macro that Zabbix could not expand: as written, or `*UNKNOWN*`. Zabbix' messages end lines with CRLF. */
function macroOf(body: JsonObject, member: string): string {
  const text = textOf(body[member]).replaceAll('\r\n', '\n')
  return /^(?:\{[$#?]?[A-Za-z][A-Za-z0-9_.$:"'#* -]*\}|\*UNKNOWN\*)$/.test(text) ? '' : text
}

interface Problem {
  readonly id: string
  readonly isOver: boolean
}

function toObservation(body: JsonObject, { id, isOver }: Problem, context: ReadContext): Observation {
  // A service keeps its first `nsev`; updates have their own.
  const word = macroOf(body, 'update_nsev') || macroOf(body, 'nsev')
  const { state, known } = severityOf(word, context)
  const began = momentOf(body, '', context)
  const at = whenOf(body, isOver, began.at, context)
  const tags = readTags(body)
  const warnings = [
    ...(known || isOver ? [] : [unknownSeverity(word)]),
    ...began.warnings,
    ...(tags === undefined ? ['tags are not as {EVENT.TAGSJSON} has them; they are left out.'] : []),
  ]
  return {
    source: context.source,
    key: joinKey(id),
    name: nameOf(macroOf(body, 'name') || `Event ${id}`),
    state: isOver ? 'cleared' : state,
    at,
    ...(!isOver && began.at !== undefined && began.at < at && { since: began.at }),
    details: detailsOf(body, tags ?? {}),
    ...(warnings.length > 0 && { warnings }),
  }
}

/** A source may map the number, or else the name. */
function severityOf(word: string, { severity }: ReadContext): Severity {
  const [name, usually] = SEVERITIES.get(word) ?? []
  return name === undefined ? severity(word) : severity(word, severity(name, usually).state)
}

function isOfService(body: JsonObject): boolean {
  return macroOf(body, 'event_source') === '4'
}

function detailsOf(body: JsonObject, tags: Readonly<Record<string, string>>): AlertDetails {
  const host = macroOf(body, 'host')
  const link = macroOf(body, 'url')
  return {
    objectType: isOfService(body) ? 'service' : 'server',
    ...withoutEmpty({
      objectName: host || macroOf(body, 'service'),
      serverName: macroOf(body, 'host_name') || host,
      serverAddress: macroOf(body, 'host_ip'),
      database: tags['database'] ?? '',
      currentValue: macroOf(body, 'opdata'),
      info: macroOf(body, 'message') || macroOf(body, 'trigger_description'),
      // An unexpanded macro in it would lead nowhere.
      sourceLink: /^https?:\/\/[^{}]+$/.test(link) ? link : '',
    }),
    labels: withoutEmpty({ ...tags, trigger_id: macroOf(body, 'trigger_id') }),
  }
}

/** Reads an array of `{tag, value}`; undefined for anything else. A repeated tag has all its values. */
function readTags(body: JsonObject): Readonly<Record<string, string>> | undefined {
  const text = macroOf(body, 'tags')
  if (text === '') return {}
  const list = parseJson(text)
  if (!Array.isArray(list)) return undefined
  const tags = new Map<string, string>()
  for (const entry of list.slice(0, TAGS_MAX)) {
    const name = isObject(entry) ? nameOf(textOf(entry['tag'])) : ''
    if (name === '' || name === '__proto__') continue
    const value = isObject(entry) ? textOf(entry['value']) : ''
    const before = tags.get(name)
    tags.set(name, before === undefined ? value : `${before}, ${value}`)
  }
  return Object.fromEntries(tags)
}

const TAGS_MAX = 200

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface Moment {
  /** Undefined: unknown. */
  readonly at: Instant | undefined
  readonly warnings: readonly string[]
}

/** A clear has the time of the recovery, an update its own, a problem that of its start; an unknown time is now. */
function whenOf(
  body: JsonObject,
  isOver: boolean,
  began: Instant | undefined,
  context: ReadContext,
): Instant {
  // A service has the times of its remaining problems, which may be before its last report.
  if (isOfService(body) && (isOver || macroOf(body, 'update_nsev') !== '')) return context.now
  if (isOver) return momentOf(body, 'recovery_', context).at ?? context.now
  if (macroOf(body, 'update_status') === '1') return momentOf(body, 'update_', context).at ?? context.now
  return began ?? context.now
}

/** `timestamp` since Zabbix 7.0; before that date and time in the zone `tz`. Never ahead of our clock. */
function momentOf(body: JsonObject, prefix: '' | 'recovery_' | 'update_', { now }: ReadContext): Moment {
  const known = epochSeconds(macroOf(body, `${prefix}timestamp`))
  if (known !== undefined) return { at: Math.min(known, now), warnings: [] }
  const zone = macroOf(body, 'tz')
  const shown = [macroOf(body, `${prefix}date`), macroOf(body, `${prefix}time`)].join(' ')
  const match = /^(\d{4})\.(\d{2})\.(\d{2}) (\d{2}):(\d{2}):(\d{2})$/.exec(shown)
  if (!match) return { at: undefined, warnings: [] }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number)
  const at = instantInZone({ year, month, day, hour, minute, second }, zone, now)
  if (at !== undefined) return { at: Math.min(at, now), warnings: [] }
  const what =
    zone === ''
      ? 'The time zone of Zabbix is not known'
      : `There is no time zone ${JSON.stringify(nameOf(zone))}`
  return {
    at: undefined,
    warnings: [`${what} (parameter tz of the media type), so the time of arrival counts.`],
  }
}
