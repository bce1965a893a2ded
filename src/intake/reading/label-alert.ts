import type { AlertDetails } from '../../domain/alert/alert.ts'
import { labelFingerprint } from '../../domain/alert/fingerprint.ts'
import { KEY_LENGTH_MAX } from '../../domain/alert/report-limits.ts'
import { type RaisedState, unknownSeverity } from '../../domain/alert/severity.ts'
import { type Instant, parseInstant } from '../../domain/instant.ts'
import { isObject } from '../../domain/json-object.ts'
import { countCharacters } from '../../domain/page.ts'
import { type ReadContext, shorten } from './dialect.ts'
import { cut, type Labels } from './foreign-text.ts'

/** Limits the labels, and the annotations, of one alert in a dialect with labels; more are an error of that alert. */
export const PAIRS_MAX = 1_000
/** Limits a name and a value of a label or annotation. */
export const TEXT_LENGTH_MAX = 65_536

/** Limits the characters of all labels of one alert, which identify it; more are an error of that alert. */
export const LABELS_LENGTH_MAX = 1_000_000

/** The zero value of Go's time type. */
const ZERO_TIME = parseInstant('0001-01-01T00:00:00Z')

/** An alert identified by its labels, as Prometheus, Alertmanager and Grafana send it. */
export interface LabelAlert {
  readonly labels: Labels
  readonly annotations: Labels
  readonly startsAt: Instant | undefined
  readonly endsAt: Instant | undefined
  readonly generatorUrl: string
  readonly warnings: readonly string[]
}

/** Returns the alert, or what is wrong with it. Ignores unknown members. */
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

/** Cuts long annotations: they only describe the alert, and never refuse it. */
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

/** Leaves out a link that is too long: part of it leads nowhere. */
function readLink(value: string, warnings: string[]): string {
  if (value.length <= TEXT_LENGTH_MAX) return value.toWellFormed()
  warnings.push(`generatorURL has more than ${TEXT_LENGTH_MAX} characters, and was left out.`)
  return ''
}

/** Drops empty values: Prometheus' data model treats them as absent. */
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

/** Returns undefined if it is not set, or a text that says what is wrong. */
function readTime(value: unknown, member: string): Instant | undefined | string {
  if (value === undefined || value === null || value === '') return undefined
  const at = typeof value === 'string' ? parseInstant(value) : undefined
  if (at === undefined) return `${member} must be a time as in RFC 3339, such as 2026-09-14T03:12:40.117Z`
  return at === ZERO_TIME ? undefined : at
}

/** The properties of an observation that do not depend on its state. */
export interface LabelAlertFacts {
  readonly source: string
  readonly key: string
  readonly variant?: string
  readonly name: string
  readonly details: AlertDetails
  readonly warnings?: readonly string[]
  /** The state by its severity label; it says nothing about a cleared alert. */
  readonly raisedState: RaisedState
}

/** `fingerprint` identifies the alert; without one, or with ignored labels, its labels do. */
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

type TextMember = Exclude<keyof AlertDetails, 'labels' | 'annotations' | 'variants'>
type Sources = readonly (readonly [member: TextMember, names: readonly string[]])[]

/** The labels that a detail comes from; the first present one counts. */
export const DETAILS_FROM_LABELS = [
  ['objectName', ['instance', 'service_name', 'server']],
  ['database', ['datname', 'database']],
  ['schema', ['schemaname']],
  ['databaseObject', ['relname', 'table']],
  ['agentName', ['job']],
] as const satisfies Sources

/** The annotations that a detail comes from. */
export const DETAILS_FROM_ANNOTATIONS = [
  ['currentValue', ['value']],
  ['thresholdValue', ['threshold']],
  ['info', ['description', 'summary']],
] as const satisfies Sources

/** Returns the details that labels and annotations give. */
export function detailsFromLabels(labels: Labels, annotations: Labels): AlertDetails {
  return {
    ...pick(labels, DETAILS_FROM_LABELS),
    ...pick(annotations, DETAILS_FROM_ANNOTATIONS),
    ...serverOf(labels),
    labels,
    annotations,
  }
}

/** Splits `host:port` and `[IPv6]:port`; without a port the whole text is the host. */
export function splitInstance(instance: string): { readonly host: string; readonly port?: string } {
  const match = /^(?:\[([0-9A-Fa-f:.]+(?:%[^\]\s]+)?)\]|([^\s/:[\]]+)):(\d{1,5})$/.exec(instance)
  const host = match?.[1] ?? match?.[2]
  const port = match?.[3]
  return host === undefined || port === undefined
    ? { host: instance.replace(/^\[(.*)\]$/, '$1') }
    : { host, port }
}

function pick(texts: Labels, sources: Sources): AlertDetails {
  const found: { -readonly [Member in TextMember]?: string } = {}
  for (const [member, names] of sources) {
    const name = names.find((name) => hasText(texts, name))
    const text = name === undefined ? undefined : texts[name]
    if (text !== undefined) found[member] = text
  }
  return found
}

function serverOf(labels: Labels): AlertDetails {
  const name = ['server', 'service_name'].find((name) => hasText(labels, name))
  const named = name === undefined ? undefined : labels[name]
  if (!hasText(labels, 'instance'))
    return named === undefined ? {} : { objectType: 'server', serverName: named }
  const { host, port } = splitInstance(labels['instance'] ?? '')
  return {
    objectType: 'server',
    serverName: named ?? host,
    serverAddress: host,
    ...(port !== undefined && { serverPort: port }),
  }
}

function hasText(texts: Labels, name: string): boolean {
  return Object.hasOwn(texts, name) && texts[name] !== ''
}
