import type { AlertEvent, Event, JobRunEvent } from '../alert/event.ts'
import { LABEL_NAME_LENGTH_MAX } from '../alert/report-limits.ts'
import type { PayloadType } from '../webhook/webhook.ts'

export interface MarkerContext {
  readonly event: Event
  /** Stays the same for all attempts of one delivery. */
  readonly deliveryId: string
}

/** Values that are the same for all events of a service. */
export interface MarkerSite {
  /** The address of the console, without a slash at its end; empty: unknown. */
  readonly publicUrl: string
}

/** A marker `%Name%`, with its documentation. */
export interface Marker {
  /** Without the percent signs; case matters. */
  readonly name: string
  readonly payloadTypes: readonly PayloadType[]
  readonly description: string
  readonly example: string
  /** Returns the empty string if the event has no such value. Never throws. */
  readonly value: (context: MarkerContext & MarkerSite) => string
}

/** Tells whether the values of a marker of ours are JSON objects. */
export function isJsonMarker(name: string): boolean {
  return name.startsWith('x.') && name.endsWith('Json')
}

type Define<About> = (
  name: string,
  description: string,
  example: string,
  value: (about: About) => string | undefined,
) => Marker

export const ofAlert: Define<AlertEvent> = (name, description, example, value) =>
  define(name, ['ALERT'], description, example, ({ event }) =>
    event.kind === 'alert' ? value(event) : undefined,
  )

export const ofJob: Define<JobRunEvent> = (name, description, example, value) =>
  define(name, ['JOB'], description, example, ({ event }) =>
    event.kind === 'job_run' ? value(event) : undefined,
  )

export const ofBoth: Define<Event> = (name, description, example, value) =>
  define(name, ['ALERT', 'JOB'], description, example, ({ event }) => value(event))

/** A marker of our own, `%x.Name%`. */
export const own: Define<MarkerContext & MarkerSite> = (name, description, example, value) =>
  define(`x.${name}`, ['ALERT', 'JOB'], description, example, value)

function define(
  name: string,
  payloadTypes: readonly PayloadType[],
  description: string,
  example: string,
  value: (context: MarkerContext & MarkerSite) => string | undefined,
): Marker {
  return { name, payloadTypes, description, example, value: (context) => value(context) ?? '' }
}

/**
 * A family of markers: any label or annotation, `%label.team%` or `%annotation.runbook_url%`, with its documentation.
 */
interface NamedTexts {
  /** Stands before the name, with a dot between. */
  readonly prefix: string
  readonly payloadTypes: readonly PayloadType[]
  readonly description: string
  /** A common name, and a value of it. */
  readonly example: { readonly name: string; readonly value: string }
  readonly texts: (event: Event) => Readonly<Record<string, string>> | undefined
}

export const NAMED_TEXTS: readonly NamedTexts[] = [
  {
    prefix: 'label',
    payloadTypes: ['ALERT', 'JOB'],
    description: 'The label of this name, as the monitor gave it.',
    example: { name: 'team', value: 'dba' },
    texts: ({ details }) => details.labels,
  },
  {
    prefix: 'annotation',
    payloadTypes: ['ALERT'],
    description: 'The annotation of this name, as the monitor gave it.',
    example: { name: 'runbook_url', value: 'https://runbooks.example.com/replication-lag' },
    texts: (event) => (event.kind === 'alert' ? event.details.annotations : undefined),
  },
]

/** The prefix and the name: monitors use blanks, dots and slashes. No character ends a string, a tag or a marker. */
const WHOLE = /^(label|annotation)\.([\p{L}\p{N}_][\p{L}\p{N}_.:/@ -]*)$/u
const BY_PREFIX: ReadonlyMap<string, NamedTexts> = new Map(NAMED_TEXTS.map((texts) => [texts.prefix, texts]))

/** The longest name: labels have no longer ones. */
export const NAMED_TEXT_CHARS_MAX =
  Math.max(...NAMED_TEXTS.map(({ prefix }) => prefix.length)) + 1 + LABEL_NAME_LENGTH_MAX

export function familyOf(marker: string): NamedTexts | undefined {
  const prefix = WHOLE.exec(marker)?.[1]
  return prefix === undefined ? undefined : BY_PREFIX.get(prefix)
}

/** The label or annotation; undefined: missing, or no such marker. Never throws. */
export function namedText(marker: string, event: Event): string | undefined {
  const [, prefix = '', name = ''] = WHOLE.exec(marker) ?? []
  const texts = BY_PREFIX.get(prefix)?.texts(event)
  return texts !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined
}
