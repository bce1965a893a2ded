import { LABEL_NAME_LENGTH_MAX } from '../alert/report-limits.ts'
import type { Event } from '../alert/event.ts'
import type { PayloadType } from '../webhook/webhook.ts'

/**
 * Labels and annotations have names that only the monitor knows: any of them is a marker, `%label.team%` or
 * `%annotation.runbook_url%`. A family of markers, for the code and for the docs.
 */
export interface NamedTexts {
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
 * The prefix, and the name: monitors write blanks, dots and slashes in theirs. No sign that ends a string, a tag or a
 * marker.
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
