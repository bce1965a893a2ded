import type { Observation } from '../../domain/alert.ts'
import { AppError } from '../../domain/errors.ts'
import { labelFingerprint } from '../../domain/fingerprint.ts'
import { parseInstant, type Instant } from '../../domain/instant.ts'
import { severityToState } from '../../domain/severity.ts'
import { detailsFromLabels, type Labels } from './label-details.ts'

export const PROMETHEUS_SOURCE = 'prometheus'

/** In one request; Prometheus itself sends 256 at most. */
export const ALERTS_MAX = 10_000
/** Of labels, and of annotations, for one alert. */
export const PAIRS_MAX = 1_000
/** Characters of one name, and of one value. */
export const TEXT_LENGTH_MAX = 65_536

/** An alert without `endsAt` counts as firing for this long; Alertmanager's `resolve_timeout`. */
export const RESOLVE_TIMEOUT_MS = 5 * 60_000

/** What a value of Go's time type looks like when nobody set it. */
const ZERO_TIME = parseInstant('0001-01-01T00:00:00Z')

/** Errors named in an answer; more help nobody. */
const ERRORS_MAX = 100

export interface PostableAlerts {
  readonly observations: readonly Observation[]
  /** One sentence for each alert that is no observation, and so was not taken. */
  readonly errors: readonly string[]
}

/**
 * The body of Alertmanager's `POST /api/v2/alerts` as observations, in order. An invalid alert is an error and does
 * not hold up the others. Members that Alertmanager does not know are passed over, as it does. Throws
 * `payload_too_large` for more than `ALERTS_MAX` alerts. Pure.
 */
export function readPostableAlerts(body: unknown, now: Instant): PostableAlerts {
  if (!Array.isArray(body)) return { observations: [], errors: ['the body must be a JSON array of alerts'] }
  if (body.length > ALERTS_MAX) {
    throw new AppError(
      'payload_too_large',
      `The body has ${body.length} alerts, but may have ${ALERTS_MAX} at most; send them in several requests.`,
    )
  }
  const observations: Observation[] = []
  const errors: string[] = []
  for (const [index, element] of body.entries()) {
    const alert = readAlert(element)
    if (typeof alert === 'string') errors.push(`alert ${index}: ${alert}`)
    else observations.push(toObservation(alert, now))
  }
  if (errors.length <= ERRORS_MAX) return { observations, errors }
  return {
    observations,
    errors: [...errors.slice(0, ERRORS_MAX), `and ${errors.length - ERRORS_MAX} more of the kind`],
  }
}

interface PostableAlert {
  readonly labels: Labels
  readonly annotations: Labels
  readonly startsAt: Instant | undefined
  readonly endsAt: Instant | undefined
  readonly generatorUrl: string
}

/** The alert, or what is wrong with it. */
function readAlert(element: unknown): PostableAlert | string {
  if (!isObject(element)) return 'must be an object'
  const labels = readTexts(element['labels'], 'labels')
  if (typeof labels === 'string') return labels
  if (Object.keys(labels).length === 0) return 'labels must have at least one pair with a value'
  const annotations = readTexts(element['annotations'] ?? {}, 'annotations')
  if (typeof annotations === 'string') return annotations
  const startsAt = readTime(element['startsAt'], 'startsAt')
  if (typeof startsAt === 'string') return startsAt
  const endsAt = readTime(element['endsAt'], 'endsAt')
  if (typeof endsAt === 'string') return endsAt
  if (startsAt !== undefined && endsAt !== undefined && endsAt < startsAt) {
    return 'endsAt must not be before startsAt'
  }
  const generatorUrl = element['generatorURL'] ?? ''
  if (typeof generatorUrl !== 'string' || generatorUrl.length > TEXT_LENGTH_MAX) {
    return `generatorURL must be a string of at most ${TEXT_LENGTH_MAX} characters`
  }
  return { labels, annotations, startsAt, endsAt, generatorUrl: generatorUrl.toWellFormed() }
}

/** Pairs with an empty value are as good as absent: Prometheus' data model makes no difference. */
function readTexts(value: unknown, member: string): Labels | string {
  if (!isObject(value)) return `${member} must be an object of strings`
  const pairs = Object.entries(value)
  if (pairs.length > PAIRS_MAX) return `${member} must have at most ${PAIRS_MAX} pairs`
  const kept: [string, string][] = []
  for (const [name, text] of pairs) {
    if (name === '') return `${member} must not have an empty name`
    if (typeof text !== 'string') return `${member}.${shorten(name)} must be a string`
    if (name.length > TEXT_LENGTH_MAX || text.length > TEXT_LENGTH_MAX) {
      return `${member}.${shorten(name)} must have at most ${TEXT_LENGTH_MAX} characters`
    }
    if (text !== '') kept.push([name.toWellFormed(), text.toWellFormed()])
  }
  return Object.fromEntries(kept)
}

/** The moment, or undefined if it is not set, or what is wrong with it. */
function readTime(value: unknown, member: string): Instant | undefined | string {
  if (value === undefined || value === null || value === '') return undefined
  const at = typeof value === 'string' ? parseInstant(value) : undefined
  if (at === undefined) return `${member} must be a time as in RFC 3339, such as 2026-09-14T03:12:40.117Z`
  return at === ZERO_TIME ? undefined : at
}

function toObservation(alert: PostableAlert, now: Instant): Observation {
  const { labels, annotations, generatorUrl } = alert
  const severity = severityToState(labels['severity'])
  const warnings = warningsAbout(labels, severity.known)
  const about = {
    source: PROMETHEUS_SOURCE,
    key: labelFingerprint(labels),
    name: labels['alertname'] ?? 'unnamed alert',
    details: {
      ...detailsFromLabels(labels, annotations),
      ...(generatorUrl !== '' && { sourceLink: generatorUrl }),
    },
    ...(warnings.length > 0 && { warnings }),
  }
  if (alert.endsAt !== undefined && alert.endsAt <= now) {
    return { ...about, state: 'cleared', at: alert.endsAt }
  }
  const startsAt = Math.min(alert.startsAt ?? now, now)
  return {
    ...about,
    state: severity.state,
    at: lastKnownToFire(startsAt, now),
    since: startsAt,
    expiresAt: alert.endsAt ?? now + RESOLVE_TIMEOUT_MS,
  }
}

/**
 * The moment that a push speaks of. It has no date of its own, but that it was sent at all is evidence that the alert
 * fired at most `resolve_timeout` ago. Not `startsAt`: a replica that keeps firing after another one has cleared must
 * be believed in the end, and so it is, five minutes after that clear. Not `now`: the slower one of two replicas, or a
 * replay of an old body, would raise again what has just been cleared.
 */
function lastKnownToFire(startsAt: Instant, now: Instant): Instant {
  return Math.max(startsAt, now - RESOLVE_TIMEOUT_MS)
}

function warningsAbout(labels: Labels, isSeverityKnown: boolean): readonly string[] {
  const warnings: string[] = []
  if (!isSeverityKnown) {
    warnings.push(
      `The severity ${JSON.stringify(shorten(labels['severity'] ?? ''))} is not known, so the alert counts as medium.`,
    )
  }
  if (labels['alertname'] === undefined) warnings.push('The alert has no label alertname.')
  return warnings
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function shorten(text: string): string {
  return text.length <= 100 ? text : `${text.slice(0, 100)}…`
}
