import type { Observation } from '../../domain/alert/alert.ts'
import { KEY_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import { meaningOfState, unknownState } from '../../domain/alert/state-words.ts'
import { formatInstant, parseInstant } from '../../domain/instant.ts'
import { isObject, type JsonObject } from '../../domain/json-object.ts'
import { keyText } from '../../domain/storable.ts'
import type { Dialect, ReadContext, Reading } from '../reading/dialect.ts'
import { nothing, refusal, shorten } from '../reading/dialect.ts'
import { epochSeconds, nameOf, shortenKey, textOf, withoutEmpty } from '../reading/foreign-text.ts'

/** The fields of the command in docs/sources-nagios.md. */
const FIELDS = [
  'type',
  'host',
  'addr',
  'service',
  'state',
  'last_state',
  'state_type',
  'problem_id',
  'last_problem_id',
  'output',
  'long_output',
  't',
  'database',
  'link',
] as const

type Notification = Readonly<Record<(typeof FIELDS)[number], string>> & {
  readonly others: Readonly<Record<string, string>>
}

/** Limits the other macros of a notification. */
const OTHERS_MAX = 50

/**
 * Reads the form posted by a notification command of Nagios, Naemon or Icinga 2, and the webhook of Icinga
 * Notifications.
 */
export const NAGIOS: Dialect = {
  name: 'nagios',
  title: 'Nagios or Icinga',
  recognises: (body) => isObject(body) && (isIcingaRequest(body) || isForm(body)),
  hint: 'It is a form with the fields type, host, service, state and so on (docs/sources-nagios.md).',
  read: (body, context) => readNotification(toNotification(isObject(body) ? body : {}), context),
}

function isForm(body: JsonObject): boolean {
  return (
    'host' in body && ('type' in body || 'state' in body) && !('event_id' in body) && !('transition' in body)
  )
}

function toNotification(body: JsonObject): Notification {
  const given = isIcingaRequest(body) ? fieldsOfIcinga(body) : body
  const texts = Object.fromEntries(FIELDS.map((field) => [field, macroOf(given[field])]))
  const others = Object.entries(given)
    .filter(([name]) => name !== '' && name !== '__proto__' && !FIELDS.some((field) => field === name))
    .slice(0, OTHERS_MAX)
    .map(([name, value]) => [nameOf(name.toWellFormed()), macroOf(value)])
  return { ...(texts as Record<(typeof FIELDS)[number], string>), others: Object.fromEntries(others) }
}

/** Nagios leaves unknown macros as written. */
function macroOf(value: unknown): string {
  const text = textOf(value)
  return /^\$[A-Za-z0-9_.:-]*\$$/.test(text) ? '' : text
}

const TYPES_OF_STATES = new Set(['', 'PROBLEM', 'RECOVERY'])

function readNotification(notification: Notification, context: ReadContext): Reading {
  const { host, state } = notification
  const type = notification.type.toUpperCase()
  const isOver = type.startsWith('RECOVER') || meaningOfState(state, isNumber(state)) === 'over'
  if (host === '') return refusal('host must be given ($HOSTNAME$)')
  if (notification.state_type.toUpperCase() === 'SOFT') {
    return nothing('A soft state is not yet a problem: only hard ones count.')
  }
  if (!isOver && !TYPES_OF_STATES.has(type)) {
    return nothing(noteOn(type))
  }
  if (state === '' && !isOver)
    return refusal('state must be given ($SERVICESTATE$, or $HOSTSTATE$ of a host)')
  return { observations: [toObservation(notification, isOver, context)], errors: [] }
}

/**
 * Says why a notification of this type changes nothing. One that may end a problem never comes here: during flapping
 * nothing else reports the recovery.
 */
function noteOn(type: string): string {
  if (type === 'ACKNOWLEDGEMENT') return 'An acknowledgement changes no state: the alert stays as it is.'
  if (type === 'EVENTHANDLER') {
    return 'An event handler reports recoveries only: problems are reported by notifications.'
  }
  if (type.startsWith('DOWNTIME')) {
    return 'A downtime changes no state: the alert stays as it is. While it lasts, its monitor sends no notifications.'
  }
  if (type.startsWith('FLAPPING')) {
    return 'Flapping changes no state: the alert stays as it is. While it lasts, its monitor sends no notifications.'
  }
  return `A notification of the type ${JSON.stringify(shorten(type))} changes no state: the alert stays as it is.`
}

function toObservation(notification: Notification, isOver: boolean, context: ReadContext): Observation {
  const { host, service, addr, database, link, others } = notification
  const { state, warnings } = stateOf(notification, isOver, context)
  const at = momentOf(notification, context)
  return {
    source: context.source,
    key: keyOf(host, service),
    name: nameOf(service === '' ? 'Host' : service),
    state,
    at: at.moment,
    details: {
      objectType: 'server',
      objectName: host,
      serverName: host,
      ...withoutEmpty({ serverAddress: addr, database, ...outputOf(notification), sourceLink: link }),
      labels: withoutEmpty({
        ...others,
        type: notification.type,
        state: notification.state,
        last_state: notification.last_state,
        // The current id is 0 once the problem is over.
        problem_id: notification.problem_id === '0' ? notification.last_problem_id : notification.problem_id,
      }),
    },
    ...(warnings.length + at.warnings.length > 0 && { warnings: [...warnings, ...at.warnings] }),
  }
}

/** Nagios separates the first line, and writes line ends as `\n`; Icinga sends all in one. */
function outputOf({ output, long_output }: Notification) {
  if (long_output !== '') return { currentValue: output, info: long_output.replaceAll('\\n', '\n').trim() }
  const [line = ''] = output.split('\n')
  return { currentValue: line.trim(), info: output }
}

/** Returns the key as Icinga writes it, `host!service`, with escapes that keep pairs distinct. */
function keyOf(host: string, service: string): string {
  const escaped = host.replaceAll('%', '%25').replaceAll('!', '%21')
  return shortenKey(keyText(service === '' ? escaped : `${escaped}!${service}`), KEY_LENGTH_MAX)
}

interface State extends Pick<Observation, 'state'> {
  readonly warnings: readonly string[]
}

function stateOf({ state: word, service }: Notification, isOver: boolean, { severity }: ReadContext): State {
  if (isOver) return { state: 'cleared', warnings: [] }
  const states = service === '' ? HOST_STATES : SERVICE_STATES
  const { state, known } = severity(states[Number(isNumber(word) ? word : Number.NaN)] ?? word)
  return { state, warnings: known ? [] : [unknownState(word)] }
}

/** States by the numbers of `$HOSTSTATEID$` and `$SERVICESTATEID$`; 0 is the end. */
const HOST_STATES = ['up', 'down', 'unreachable']
const SERVICE_STATES = ['ok', 'warning', 'critical', 'unknown']

function isNumber(word: string): boolean {
  return /^\d$/.test(word)
}

/** A time ahead of our clock counts as now. */
function momentOf({ t }: Notification, { now }: ReadContext) {
  const at = epochSeconds(t)
  if (at !== undefined || t === '') return { moment: Math.min(at ?? now, now), warnings: [] }
  const warning = `t must be seconds since 1970 ($TIMET$), but is ${JSON.stringify(shorten(t))}; ${formatInstant(now)} was taken instead.`
  return { moment: now, warnings: [warning] }
}

/** Recognises Icinga Notifications' webhook with its default channel (`plugin.NotificationRequest`). */
function isIcingaRequest(body: JsonObject): boolean {
  return isObject(body['object']) && isObject(body['event'])
}

/** Icinga's event types in Nagios' words. */
const TYPES_OF_ICINGA: ReadonlyMap<string, string> = new Map([
  ['state', 'PROBLEM'],
  ['acknowledgement-set', 'ACKNOWLEDGEMENT'],
  ['acknowledgement-cleared', 'ACKNOWLEDGEMENT'],
  ['downtime-start', 'DOWNTIMESTART'],
  ['downtime-end', 'DOWNTIMEEND'],
  ['downtime-removed', 'DOWNTIMEREMOVED'],
  ['flapping-start', 'FLAPPINGSTART'],
  ['flapping-end', 'FLAPPINGEND'],
  ['custom', 'CUSTOM'],
])

/** Returns the fields that a Nagios command would post, unchecked. */
function fieldsOfIcinga({ object, incident, event }: JsonObject): JsonObject {
  const about = isObject(object) ? object : {}
  const tags = isObject(about['tags']) ? about['tags'] : {}
  const opened = isObject(incident) ? incident : {}
  const happened = isObject(event) ? event : {}
  const type = textOf(happened['type']).toLowerCase()
  const at = parseInstant(textOf(happened['time']))
  return {
    ...tags,
    type: TYPES_OF_ICINGA.get(type) ?? type.toUpperCase(),
    host: tags['host'] ?? about['name'],
    service: tags['service'],
    state: happened['severity'] ?? opened['severity'],
    output: happened['message'],
    problem_id: opened['id'],
    link: about['url'] ?? opened['url'],
    t: at === undefined ? '' : Math.floor(at / 1000),
  }
}
