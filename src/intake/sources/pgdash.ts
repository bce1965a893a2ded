import { isObject, type JsonObject, numberOf } from '../../domain/json-object.ts'
import { knownOnly } from '../../domain/without-undefined.ts'
import { LONG_TEXT_LENGTH_MAX, NAME_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import type { AlertDetails, Observation, RaisedAlert } from '../../domain/alert/alert.ts'
import type { Instant } from '../../domain/instant.ts'
import { badnessOf, unknownSeverity } from '../../domain/alert/severity.ts'
import type { Steps } from '../../domain/steps.ts'
import type { Dialect, ReadContext, Reading, Whole } from '../reading/dialect.ts'
import { readEach, readingInSteps, refusal } from '../reading/dialect.ts'
import { isGiven, joinKey, sinceEpoch, toIdentity, toText } from '../reading/foreign-text.ts'
import { storable } from '../../domain/storable.ts'

/** A clock may be this far ahead of ours; later times are replaced by ours. */
const FUTURE_MS_MAX = 10 * 60_000

/**
 * pgDash's webhook (its documentation, "Webhooks"): the complete list of a server's active alerts, sent after each
 * change. Raised alerts of that server that are not on it have ended.
 */
export const PGDASH: Dialect = {
  name: 'pgdash',
  title: 'pgDash',
  recognises: (body) => isObject(body) && 'reported' in body && 'server' in body,
  hint: 'Understood is the list of active alerts, version 1: an object with version, server, reported and alerts. Change alerts of pgDash are not: do not give them this address.',
  neededRaised: () => ({}),
  wholeOf,
  ...readingInSteps(read),
}

function wholeOf(body: unknown, now: Instant): Whole | undefined {
  const list = readList(body, now)
  return typeof list === 'string' ? undefined : { of: list.server, at: list.reportedAt }
}

interface AlertList {
  readonly server: string
  /** By the sender's clock; undefined: too far ahead of ours. */
  readonly reportedAt: Instant | undefined
  readonly alerts: readonly unknown[]
}

function readList(body: unknown, now: Instant): AlertList | string {
  const { version, server, reported, alerts } = isObject(body) ? body : {}
  if (numberOf(version) !== 1 && version !== '1') return `version must be 1. ${PGDASH.hint}`
  if (typeof server !== 'string' || !isGiven(server) || server.length > NAME_LENGTH_MAX) {
    return `server must be a text of at most ${NAME_LENGTH_MAX} characters`
  }
  const seconds =
    typeof reported === 'string' && reported.trim() !== '' ? Number(reported) : numberOf(reported)
  if (seconds === undefined || !(seconds >= 0)) return 'reported must be the seconds since 1970'
  if (!Array.isArray(alerts)) return `alerts must be a list. ${PGDASH.hint}`
  const reportedAt = sinceEpoch(seconds) ?? Infinity
  return {
    server: storable(server),
    reportedAt: reportedAt > now + FUTURE_MS_MAX ? undefined : reportedAt,
    alerts,
  }
}

function* read(body: unknown, context: ReadContext): Steps<Reading> {
  const list = readList(body, context.now)
  if (typeof list === 'string') return refusal(list)
  const at = Math.min(list.reportedAt ?? context.now, context.now)
  const { entries, errors } = yield* readEach(list.alerts, 'alert', (element) =>
    isObject(element) ? readAlert(element, { ...context, server: list.server, at }) : 'must be an object',
  )
  const active = worstOfEach(entries)
  // An unreadable entry may be any of those that seem gone.
  const ended = errors.length > 0 ? [] : endedOf(list.server, context.raised, active)
  const cleared = ended.map(({ key, serverName = '' }): Observation => ({
    source: context.source,
    key,
    name: key,
    state: 'cleared',
    at,
    details: { serverName },
    isBare: true,
  }))
  return { observations: [...active.values(), ...cleared], errors }
}

interface AlertContext extends ReadContext {
  readonly server: string
  readonly at: Instant
}

function readAlert(
  { type, text, value, objname, objlink, query }: JsonObject,
  { source, severity, server, at }: AlertContext,
): Observation | string {
  const name = toText(text, NAME_LENGTH_MAX)
  if (name === undefined) return 'text must say what is wrong'
  const object = toText(objname)
  const word = toText(type)
  const { state, known } = severity(word)
  return {
    source,
    // Several queries may be slow at once on one object.
    key: joinKey(server, spelled(text), spelled(objname), ...(isGiven(query) ? [spelled(query)] : [])),
    name,
    state,
    at,
    details: knownOnly<AlertDetails>({
      serverName: server,
      objectName: object,
      ...objectOf(object, server),
      currentValue: toText(value),
      thresholdValue: thresholdIn(name),
      info: toText(query, LONG_TEXT_LENGTH_MAX),
      sourceLink: toText(objlink),
    }),
    ...(!known && { warnings: [unknownSeverity(word ?? '')] }),
  }
}

/** Returns the whole text, for the key. */
function spelled(value: unknown): string {
  return toIdentity(value, Number.MAX_SAFE_INTEGER) ?? ''
}

/** `orders.public.order_event` is a table or an index in a schema of a database. */
function objectOf(name: string | undefined, server: string) {
  if (name === undefined || name === server) return { objectType: 'server' }
  const [database, schema, databaseObject, ...more] = name.split('.')
  return databaseObject === undefined || more.length > 0 ? {} : { database, schema, databaseObject }
}

/** `Number of backends is greater than 180`. */
function thresholdIn(text: string): string | undefined {
  const thanAt = text.lastIndexOf(THAN)
  if (!/ is (?:greater|less|more|fewer|higher|lower)$/.test(text.slice(0, Math.max(0, thanAt))))
    return undefined
  const threshold = text.slice(thanAt + THAN.length)
  return threshold.length <= THRESHOLD_LENGTH_MAX && /^\S.*$/.test(threshold) ? threshold : undefined
}

const THAN = ' than '
/** Limits a threshold: anything longer is a sentence. */
const THRESHOLD_LENGTH_MAX = 100

/** Keeps the worst of each alert: warning and critical are one. */
function worstOfEach(observations: readonly Observation[]): ReadonlyMap<string, Observation> {
  const worst = new Map<string, Observation>()
  for (const observation of observations) {
    const known = worst.get(observation.key)
    if (!known || badnessOf(observation.state) > badnessOf(known.state))
      worst.set(observation.key, observation)
  }
  return worst
}

function endedOf(
  server: string,
  raised: readonly RaisedAlert[],
  active: ReadonlyMap<string, unknown>,
): readonly RaisedAlert[] {
  return raised.filter(({ key, serverName }) => serverName === server && !active.has(key))
}
