import {
  isTooLong,
  KEY_LENGTH_MAX,
  LABEL_NAME_LENGTH_MAX,
  LABELS_MAX,
  LONG_TEXT_LENGTH_MAX,
  REPORT_CHARACTERS_MAX,
  shortenDetails,
  SHORTENED,
  VALUE_LENGTH_MAX,
} from '../../../domain/alert/report-limits.ts'
import type { Static, TUnsafe } from 'typebox'
import { Type } from '../../routes/route.ts'
import { invalidRequest, ISSUES_MAX, type Issue } from '../../../domain/errors.ts'
import { parseInstant, type Instant } from '../../../domain/instant.ts'
import { whyReserved } from '../../../domain/alert/own-alert.ts'

/** Alerts or job runs in one request to `/v1/alerts` and `/v1/job-runs`. */
export const BATCH_MAX = 1000
/** The name of a source, in characters. */
export const SOURCE_LENGTH_MAX = 100

export const TOGETHER_MAX = `All labels together have at most ${REPORT_CHARACTERS_MAX} characters.`

/** The tolerance for clocks of monitors. */
const FUTURE_MS_MAX = 10 * 60_000

/** The largest number that JavaScript and JSON read alike; a larger one has to be sent as a string. */
const NUMBER_MAX = Number.MAX_SAFE_INTEGER

type Value = string | number | null
export type GivenText = string | null | undefined
export type GivenValue = Value | undefined
export type GivenLabels = Readonly<Record<string, Value>> | null | undefined

export const textMember = (description: string, maxLength = VALUE_LENGTH_MAX) =>
  Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'], maxLength, description }))

/**
 * Declares a text that only describes an alert: `DescriptionCutter` cuts it to `lengthMax` instead of refusing the
 * report.
 */
export const descriptionMember = (description: string, lengthMax = LONG_TEXT_LENGTH_MAX) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      description: `${description} What is longer than ${lengthMax} characters is cut.`,
    }),
  )

export const annotationsMember = (description: string) =>
  Type.Optional(
    Type.Unsafe<Readonly<Record<string, Value>> | null>({
      type: ['object', 'null'],
      additionalProperties: { type: ['string', 'number', 'null'], minimum: -NUMBER_MAX, maximum: NUMBER_MAX },
      description: `${description} The first ${LABELS_MAX} are kept; a name is cut to ${LABEL_NAME_LENGTH_MAX} characters and a value to ${LONG_TEXT_LENGTH_MAX}.`,
    }),
  )

/** Cuts descriptions to their limits, with a warning for each. */
export class DescriptionCutter {
  readonly warnings: string[] = []

  text(member: string, given: GivenText, lengthMax = LONG_TEXT_LENGTH_MAX): string | undefined {
    const text = toText(given)
    if (text === undefined || text.length <= lengthMax) return text
    this.warnings.push(`${member} was cut to ${lengthMax} characters.`)
    return cutText(text, lengthMax)
  }

  /** Shortens the longest texts if all together are too long, unless the labels alone are. */
  details<Details extends { readonly labels?: Readonly<Record<string, string>> }>(given: Details): Details {
    if (!isTooLong(given) || isTooLong(given.labels ?? {})) return given
    this.warnings.push(SHORTENED)
    return shortenDetails(given)
  }

  annotations(given: GivenLabels): Readonly<Record<string, string>> | undefined {
    const all = Object.entries(toLabels(given) ?? {})
    if (all.length > LABELS_MAX) {
      this.warnings.push(`There are ${all.length} annotations; the first ${LABELS_MAX} were kept.`)
    }
    const kept = all.slice(0, LABELS_MAX).map(([name, text]) => {
      const short = cutText(name, LABEL_NAME_LENGTH_MAX)
      return [short, this.text(`annotations.${short.slice(0, 40)}`, text) ?? '']
    })
    return kept.length === 0 ? undefined : Object.fromEntries(kept)
  }
}

function cutText(text: string, lengthMax: number): string {
  return (text.length <= lengthMax ? text : `${text.slice(0, lengthMax - 1)}…`).toWellFormed()
}

export const valueMember = (description: string) =>
  Type.Optional(
    Type.Unsafe<Value>({
      type: ['string', 'number', 'null'],
      maxLength: VALUE_LENGTH_MAX,
      minimum: -NUMBER_MAX,
      maximum: NUMBER_MAX,
      description: `${description} A number is kept as its text; send a string to keep the spelling.`,
    }),
  )

/** An id of a foreign system: required, not empty, text or a whole number. */
export const idValue = (description: string) =>
  Type.Unsafe<string | number>({
    type: ['string', 'integer'],
    minLength: 1,
    maxLength: KEY_LENGTH_MAX,
    minimum: -NUMBER_MAX,
    maximum: NUMBER_MAX,
    description,
  })

export const timeMember = (description: string) =>
  Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 64,
      description,
      'x-value': { type: ['string', 'null'], format: 'date-time' },
    }),
  )

export const labelsMember = (description: string) =>
  Type.Optional(
    Type.Unsafe<Readonly<Record<string, Value>> | null>({
      type: ['object', 'null'],
      maxProperties: LABELS_MAX,
      propertyNames: { maxLength: LABEL_NAME_LENGTH_MAX },
      additionalProperties: {
        type: ['string', 'number', 'null'],
        maxLength: VALUE_LENGTH_MAX,
        minimum: -NUMBER_MAX,
        maximum: NUMBER_MAX,
      },
      description,
    }),
  )

export const sourceMember = Type.Optional(
  Type.String({
    minLength: 1,
    maxLength: SOURCE_LENGTH_MAX,
    description:
      'The source; each source has its own keys. Default: `api`. It must not be `tocsin`, the name of what Tocsin itself reports.',
  }),
)

export const agentMember = Type.Optional(
  Type.Unsafe<{ readonly id?: GivenValue; readonly name?: GivenText } | null>({
    ...Type.Object(
      { id: valueMember('Its id at the monitor.'), name: textMember('Its name.') },
      { additionalProperties: false, description: 'The agent that watches the server.' },
    ),
    type: ['object', 'null'],
  }),
)

interface GivenServer {
  readonly id?: GivenValue
  readonly name?: GivenText
  readonly address?: GivenText
  readonly port?: GivenValue
}

export const serverMember = Type.Optional(
  Type.Unsafe<GivenServer | null>({
    ...Type.Object(
      {
        id: valueMember('Its id at the monitor.'),
        name: textMember('Its name.'),
        address: textMember('Host name or address.'),
        port: valueMember('Its port.'),
      },
      { additionalProperties: false, description: 'The database server.' },
    ),
    type: ['object', 'null'],
  }),
)

/** Accepts one value or a list; `if` makes the validator name a mistake once. */
export function oneOrMany<One>(one: TUnsafe<One>): TUnsafe<One | readonly One[]> {
  const many = Type.Array(one, { minItems: 1, maxItems: BATCH_MAX })
  return Type.Unsafe<One | readonly One[]>({
    if: { type: 'array' },
    // oxlint-disable-next-line unicorn/no-thenable -- the keyword of JSON Schema; nobody awaits a schema.
    then: many,
    else: one,
    'x-value': { oneOf: [one, many] },
  })
}

/** Returns text as given, a number as its text, undefined for null and absent. */
export function toText(given: GivenValue): string | undefined {
  return given === null || given === undefined ? undefined : String(given)
}

/** Returns the agent, server and database of a report; missing members are undefined. */
export function toLocation({
  agent,
  server,
  database,
}: {
  readonly agent?: Static<typeof agentMember>
  readonly server?: Static<typeof serverMember>
  readonly database?: GivenText
}) {
  return {
    agentId: toText(agent?.id),
    agentName: toText(agent?.name),
    serverId: toText(server?.id),
    serverName: toText(server?.name),
    serverAddress: toText(server?.address),
    serverPort: toText(server?.port),
    database: toText(database),
  }
}

/** Returns labels as texts, without null ones; undefined without labels. */
export function toLabels(given: GivenLabels): Readonly<Record<string, string>> | undefined {
  if (given === null || given === undefined) return undefined
  const labels = Object.entries(given).flatMap(([name, value]) =>
    value === null ? [] : [[name, String(value)]],
  )
  return labels.length === 0 ? undefined : Object.fromEntries(labels)
}

/** Notes a mistake in a member of the current body. */
export type Refuse = (member: string, message: string) => void

/** Maps one body or a list. Throws one `invalid_request` with everything that `map` refused, in a list as `[3].at`. */
export function mapBodies<Body, Mapped>(
  given: Body | readonly Body[],
  map: (body: Body, refuse: Refuse) => Mapped,
): readonly Mapped[] {
  const issues: Issue[] = []
  const isList = isListOf(given)
  const mapped = (isList ? given : [given]).map((body, index) =>
    map(body, (member, message) => issues.push({ path: isList ? `[${index}].${member}` : member, message })),
  )
  if (issues.length > 0) throw invalidRequest(issues.slice(0, ISSUES_MAX))
  return mapped
}

/** Refuses too long labels: they identify an alert, so they are never shortened. */
export function refuseLongLabels({ labels }: { readonly labels?: object }, refuse: Refuse): void {
  if (!labels || !isTooLong(labels)) return
  refuse('labels', `must be shorter: they have more than ${REPORT_CHARACTERS_MAX} characters together`)
}

/** Returns the source of a report; refuses the name under which Tocsin itself reports. */
export function readSource(given: string | undefined, refuse: Refuse): string {
  const reserved = whyReserved(given)
  if (reserved !== undefined) refuse('source', reserved)
  return given ?? 'api'
}

/** Reads a time; undefined: absent or wrong. */
export function readTime(member: string, given: GivenText, refuse: Refuse): Instant | undefined {
  if (given === null || given === undefined) return undefined
  const at = parseInstant(given)
  if (at === undefined) refuse(member, 'must be a time such as 2026-09-14T03:12:40Z (RFC 3339)')
  return at
}

/** Reads a time that is not in the future, within tolerance. Undefined: absent or wrong. */
export function readPastTime(
  member: string,
  given: GivenText,
  { now, refuse }: { readonly now: Instant; readonly refuse: Refuse },
): Instant | undefined {
  const at = readTime(member, given, refuse)
  if (at === undefined || at <= now + FUTURE_MS_MAX) return at
  refuse(member, 'must not be more than 10 minutes in the future; check the clock of the sender')
  return undefined
}

function isListOf<Body>(given: Body | readonly Body[]): given is readonly Body[] {
  return Array.isArray(given)
}
