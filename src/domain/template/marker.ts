import type { AlertEvent, Event, JobRunEvent } from '../alert/event.ts'
import { LABEL_NAME_LENGTH_MAX } from '../alert/report-limits.ts'
import type { PayloadType } from '../webhook/webhook.ts'

/** The source of a marker's value. */
export interface MarkerContext {
  readonly event: Event
  /** Stable over all attempts of one delivery. */
  readonly deliveryId: string
}

/** The other sources of values, the same for all events of a service. */
export interface MarkerSite {
  /** Under which people reach the console, without a slash at its end; empty: nobody has said. */
  readonly publicUrl: string
}

/** A marker `%Name%`, for the code and for the docs. */
export interface Marker {
  /** Without the percent signs; upper and lower case matter. */
  readonly name: string
  readonly payloadTypes: readonly PayloadType[]
  readonly description: string
  readonly example: string
  /** The empty string if the event has no such value. Never throws. */
  readonly value: (context: MarkerContext & MarkerSite) => string
}

/** Says one thing about each marker: its name, what it is, an example, and its value, if the event has one. */
type Define<About> = (
  name: string,
  description: string,
  example: string,
  value: (about: About) => string | undefined,
) => Marker

/** A marker that only alerts have. */
export const ofAlert: Define<AlertEvent> = (name, description, example, value) =>
  define(name, ['ALERT'], description, example, ({ event }) =>
    event.kind === 'alert' ? value(event) : undefined,
  )

/** A marker that only job runs have. */
export const ofJob: Define<JobRunEvent> = (name, description, example, value) =>
  define(name, ['JOB'], description, example, ({ event }) =>
    event.kind === 'job_run' ? value(event) : undefined,
  )

/** A marker that alerts and job runs have. */
export const ofBoth: Define<Event> = (name, description, example, value) =>
  define(name, ['ALERT', 'JOB'], description, example, ({ event }) => value(event))

/** A marker of our own, `%x.Name%`, for alerts and job runs. */
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
 * Labels and annotations have names that only the monitor knows: any of them is a marker, `%label.team%` or
 * `%annotation.runbook_url%`. A family of markers, for the code and for the docs.
 */
interface NamedTexts {
  /** Stands before the name, with a dot between. */
  readonly prefix: string
  readonly payloadTypes: readonly PayloadType[]
  readonly description: string
  /** A name that many have, and a value of it. */
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

/**
 * The prefix, and the name: monitors write blanks, dots and slashes in theirs. No character that ends a string, a tag
 * or a marker.
 */
const WHOLE = /^(label|annotation)\.([\p{L}\p{N}_][\p{L}\p{N}_.:/@ -]*)$/u
const BY_PREFIX: ReadonlyMap<string, NamedTexts> = new Map(NAMED_TEXTS.map((texts) => [texts.prefix, texts]))

/** A longer text is not a name: no label has such a name. */
export const NAMED_TEXT_CHARS_MAX =
  Math.max(...NAMED_TEXTS.map(({ prefix }) => prefix.length)) + 1 + LABEL_NAME_LENGTH_MAX

/** The family that a marker is of; undefined: it is of no such family. */
export function familyOf(marker: string): NamedTexts | undefined {
  const prefix = WHOLE.exec(marker)?.[1]
  return prefix === undefined ? undefined : BY_PREFIX.get(prefix)
}

/** The text that such a marker names. Undefined: it names none, or it is no such marker. Never throws. */
export function namedText(marker: string, event: Event): string | undefined {
  const [, prefix = '', name = ''] = WHOLE.exec(marker) ?? []
  const texts = BY_PREFIX.get(prefix)?.texts(event)
  return texts !== undefined && Object.hasOwn(texts, name) ? texts[name] : undefined
}
