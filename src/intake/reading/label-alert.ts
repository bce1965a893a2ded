import { KEY_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import { labelFingerprint } from '../../domain/alert/fingerprint.ts'
import { parseInstant, type Instant } from '../../domain/instant.ts'
import { countCharacters } from '../../domain/page.ts'
import { unknownSeverity, type RaisedState } from '../../domain/alert/severity.ts'
import type { AlertDetails } from '../../domain/alert/alert.ts'
import { cut, type Labels } from './foreign-text.ts'
import { detailsFromLabels } from './label-details.ts'
import { isObject } from '../../domain/json-object.ts'
import { shorten } from './body.ts'
import type { ReadContext } from './dialect.ts'

/** Labels, and annotations, of one alert in a dialect with labels; more are an error of that alert. */
export const PAIRS_MAX = 1_000
/** Limits a name and a value of a label or annotation. */
export const TEXT_LENGTH_MAX = 65_536

/**
 * All names and values of the labels of one alert there, which its identity is made of; more are an error of that
 * alert.
 */
export const LABELS_LENGTH_MAX = 1_000_000

/** The zero value of Go's time type. */
const ZERO_TIME = parseInstant('0001-01-01T00:00:00Z')

/** An alert that is known by its labels, as Prometheus, Alertmanager and Grafana send it. */
export interface LabelAlert {
  readonly labels: Labels
  readonly annotations: Labels
  readonly startsAt: Instant | undefined
  readonly endsAt: Instant | undefined
  readonly generatorUrl: string
  readonly warnings: readonly string[]
}

/** The alert, or what is wrong with it. Members that are not known here are passed over. */
export function readLabelAlert(element: unknown): LabelAlert | string {
  if (!isObject(element)) return 'must be an object'
  const labels = readLabels(element['labels'])
  if (typeof labels === 'string') return labels
  if (Object.keys(labels).length === 0) return 'labels must have at least one pair with a value'
  if (countCharacters(labels) > LABELS_LENGTH_MAX) {
    return `labels must have at most ${LABELS_LENGTH_MAX} characters in all`
  }
  const warnings: string[] = []
  const annotations = readAnnotations(element['annotations'] ?? {}, warnings)
  if (typeof annotations === 'string') return annotations
  const startsAt = readTime(element['startsAt'], 'startsAt')
  if (typeof startsAt === 'string') return startsAt
  const endsAt = readTime(element['endsAt'], 'endsAt')
  if (typeof endsAt === 'string') return endsAt
  const link = element['generatorURL'] ?? ''
  if (typeof link !== 'string') return 'generatorURL must be a string'
  const generatorUrl = readLink(link, warnings)
  return { labels, annotations, startsAt, endsAt, generatorUrl, warnings }
}

/** Reads annotations. They only describe the alert, so too long ones are cut and never refuse it. */
function readAnnotations(value: unknown, warnings: string[]): Labels | string {
  if (!isObject(value)) return 'annotations must be an object of strings'
  const pairs = Object.entries(value)
  if (pairs.length > PAIRS_MAX) {
    warnings.push(`There are ${pairs.length} annotations; the first ${PAIRS_MAX} were kept.`)
  }
  const kept: [string, string][] = []
  for (const [name, text] of pairs.slice(0, PAIRS_MAX)) {
    if (name === '') return 'annotations must not have an empty name'
    if (typeof text !== 'string') return `annotations.${shorten(name)} must be a string`
    if (name.length > TEXT_LENGTH_MAX || text.length > TEXT_LENGTH_MAX) {
      warnings.push(`The annotation ${shorten(name)} was cut to ${TEXT_LENGTH_MAX} characters.`)
    }
    if (text !== '') kept.push([cut(name, TEXT_LENGTH_MAX), cut(text, TEXT_LENGTH_MAX)])
  }
  return Object.fromEntries(kept)
}

/** Leaves out a link that is too long: a part of a link leads nowhere. */
function readLink(value: string, warnings: string[]): string {
  if (value.length <= TEXT_LENGTH_MAX) return value.toWellFormed()
  warnings.push(`generatorURL has more than ${TEXT_LENGTH_MAX} characters, and was left out.`)
  return ''
}

/** Pairs with an empty value are as good as absent: Prometheus' data model makes no difference. */
function readLabels(value: unknown): Labels | string {
  if (!isObject(value)) return 'labels must be an object of strings'
  const pairs = Object.entries(value)
  if (pairs.length > PAIRS_MAX) return `labels must have at most ${PAIRS_MAX} pairs`
  const kept: [string, string][] = []
  for (const [name, text] of pairs) {
    if (name === '') return 'labels must not have an empty name'
    if (typeof text !== 'string') return `labels.${shorten(name)} must be a string`
    if (name.length > TEXT_LENGTH_MAX || text.length > TEXT_LENGTH_MAX) {
      return `labels.${shorten(name)} must have at most ${TEXT_LENGTH_MAX} characters`
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

/** The properties of every observation of such an alert, whatever its state. */
export interface LabelAlertFacts {
  readonly source: string
  readonly key: string
  readonly variant?: string
  readonly name: string
  readonly details: AlertDetails
  readonly warnings?: readonly string[]
  /** The state by its severity label, which says nothing about a cleared alert. */
  readonly raisedState: RaisedState
}

/**
 * `fingerprint`: as the sender identifies the alert; without one, or with labels that do not count, it is made of the
 * labels.
 */
export function describeLabelAlert(
  { labels, annotations, generatorUrl, warnings: found }: Omit<LabelAlert, 'startsAt' | 'endsAt'>,
  { source, severity, ignoreLabels }: ReadContext,
  fingerprint?: string,
): LabelAlertFacts {
  const key = fingerprint !== undefined && fingerprint.length < KEY_LENGTH_MAX ? fingerprint : undefined
  const { state, known } = severity(labels['severity'])
  const warnings = [
    ...found,
    ...(known ? [] : [unknownSeverity(labels['severity'] ?? '')]),
    ...(labels['alertname'] === undefined ? ['The alert has no label alertname.'] : []),
  ]
  const own = key ?? labelFingerprint(labels)
  return {
    source,
    ...(ignoreLabels.length === 0
      ? { key: own }
      : { key: labelFingerprint(without(labels, ignoreLabels)), variant: own }),
    name: labels['alertname'] ?? 'unnamed alert',
    details: {
      ...detailsFromLabels(labels, annotations),
      ...(generatorUrl !== '' && { sourceLink: generatorUrl }),
    },
    ...(warnings.length > 0 && { warnings }),
    raisedState: state,
  }
}

function without(labels: Labels, names: readonly string[]): Labels {
  return Object.fromEntries(Object.entries(labels).filter(([name]) => !names.includes(name)))
}
