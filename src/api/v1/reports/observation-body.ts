import { knownOnly } from '../../../domain/without-undefined.ts'
import { KEY_LENGTH_MAX, NAME_LENGTH_MAX } from '../../../domain/alert/report-limits.ts'
import type { Static } from 'typebox'
import { Type } from '../../routes/route.ts'
import type { AlertDetails, Observation, Emptied } from '../../../domain/alert/alert.ts'
import { ALERT_STATES } from '../../../domain/alert/alert.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  agentMember,
  labelsMember,
  mapBodies,
  oneOrMany,
  readPastTime,
  readSource,
  readTime,
  refuseLongLabels,
  descriptionMember,
  annotationsMember,
  DescriptionCutter,
  serverMember,
  sourceMember,
  textMember,
  TOGETHER_MAX,
  timeMember,
  toLabels,
  toLocation,
  toText,
  valueMember,
  type GivenText,
  type Refuse,
} from './intake-body.ts'

/** Maps members of the body, and of objects in it, to those of the details. */
const MEMBERS = {
  object: { type: 'objectType', name: 'objectName' },
  agent: { id: 'agentId', name: 'agentName' },
  server: { id: 'serverId', name: 'serverName', address: 'serverAddress', port: 'serverPort' },
  database: 'database',
  schema: 'schema',
  package: 'package',
  database_object: 'databaseObject',
  threshold_value: 'thresholdValue',
  parameters: 'parameters',
  info: 'info',
  source_link: 'sourceLink',
  labels: 'labels',
  annotations: 'annotations',
} as const satisfies Readonly<
  Record<string, keyof AlertDetails | Readonly<Record<string, keyof AlertDetails>>>
>

const objectMember = Type.Optional(
  Type.Unsafe<{ readonly type?: GivenText; readonly name?: GivenText } | null>({
    ...Type.Object(
      {
        type: textMember('What kind of object, e.g. `server` or `table`.'),
        name: textMember('Its name.'),
      },
      { additionalProperties: false, description: 'What the alert is about.' },
    ),
    type: ['object', 'null'],
  }),
)

const observationSchema = Type.Object(
  {
    key: Type.String({
      minLength: 1,
      maxLength: KEY_LENGTH_MAX,
      description: 'The identity of the alert within the source: the same for its raise and its clear.',
    }),
    name: Type.Optional(
      Type.String({
        maxLength: NAME_LENGTH_MAX,
        description: 'What is wrong, e.g. `Replication lag`. Required unless `state` is `cleared`.',
      }),
    ),
    state: Type.Enum(ALERT_STATES, 'How it stands.'),
    source: sourceMember,
    at: timeMember(
      'Time of the observation; default: its arrival. At most 10 minutes in the future; such a time is shown, and counts as that of its arrival.',
    ),
    since: timeMember('Since when the condition has held, if that is earlier than `at`.'),
    object: objectMember,
    agent: agentMember,
    server: serverMember,
    database: textMember('The database.'),
    schema: textMember('The schema in the database.'),
    package: textMember('The package in the schema.'),
    database_object: textMember('The table, index, … in the schema.'),
    current_value: valueMember('What was measured.'),
    threshold_value: valueMember('What it was compared with.'),
    parameters: descriptionMember('With which parameters it was measured.'),
    info: descriptionMember('A text for people.'),
    source_link: textMember('The page of the monitor about it.'),
    labels: labelsMember(`Further values, by name. ${TOGETHER_MAX}`),
    annotations: annotationsMember('Texts for people, by name.'),
    expires_at: timeMember(
      'The alert clears at this time (plus TOCSIN_EXPIRY_GRACE) if no observation arrives. Must be later than `at`.',
    ),
  },
  {
    additionalProperties: false,
    title: 'Observation',
    description:
      'The state of an alert at one moment, from its monitor. A clear keeps what it leaves out (absent or empty) as it was, but for the current value; null empties it.',
  },
)

type ObservationBody = Static<typeof observationSchema>

export const observationsSchema = oneOrMany(Type.Unsafe<ObservationBody>(observationSchema))

/** Returns the observations in the order given. Throws `invalid_request` that names every wrong time. */
export function toObservations(
  body: ObservationBody | readonly ObservationBody[],
  now: Instant,
): readonly Observation[] {
  return mapBodies(body, (one, refuse) => toObservation(one, now, refuse))
}

function toObservation(body: ObservationBody, now: Instant, refuse: Refuse): Observation {
  const since = readPastTime('since', body.since, { now, refuse })
  const at = readPastTime('at', body.at, { now, refuse })
  const latest = at ?? Math.max(now, since ?? now)
  const expiresAt = readTime('expires_at', body.expires_at, refuse)
  if (since !== undefined && since > latest) refuse('since', 'must not be later than `at`')
  if (expiresAt !== undefined && expiresAt <= latest) refuse('expires_at', 'must be later than `at`')
  const cutter = new DescriptionCutter()
  const details = cutter.details(toAlertDetails(body, cutter))
  refuseLongLabels(details, refuse)
  return {
    source: readSource(body.source, refuse),
    key: body.key,
    name: readName(body, refuse),
    state: body.state,
    at,
    ...(since !== undefined && { since }),
    ...(expiresAt !== undefined && { expiresAt }),
    details,
    ...(body.state === 'cleared' && { emptied: emptiedBy(body) }),
    ...(cutter.warnings.length > 0 && { warnings: cutter.warnings }),
  }
}

function readName({ name = '', state }: ObservationBody, refuse: Refuse): string {
  if (name === '' && state !== 'cleared') refuse('name', 'is required, but for a clear')
  return name
}

function toAlertDetails(body: ObservationBody, cutter: DescriptionCutter): AlertDetails {
  return knownOnly<AlertDetails>({
    objectType: toText(body.object?.type),
    objectName: toText(body.object?.name),
    ...toLocation(body),
    schema: toText(body.schema),
    package: toText(body.package),
    databaseObject: toText(body.database_object),
    currentValue: toText(body.current_value),
    thresholdValue: toText(body.threshold_value),
    parameters: cutter.text('parameters', body.parameters),
    info: cutter.text('info', body.info),
    sourceLink: toText(body.source_link),
    labels: toLabels(body.labels),
    annotations: cutter.annotations(body.annotations),
  })
}

type GivenDetails = Readonly<Partial<Record<keyof typeof MEMBERS, unknown>>>

/** Returns the members and entries that a clear empties by null. */
function emptiedBy(body: GivenDetails): readonly Emptied[] {
  const names = Object.keys(MEMBERS) as (keyof typeof MEMBERS)[]
  return names.flatMap((name): readonly Emptied[] => {
    const members: string | Readonly<Record<string, keyof AlertDetails>> = MEMBERS[name]
    const given = body[name]
    if (typeof members === 'string')
      return given === null ? [members as keyof AlertDetails] : nullsIn(name, given)
    return Object.entries(members).flatMap(([part, member]) =>
      given === null || partOf(given, part) === null ? [member] : [],
    )
  })
}

function nullsIn(name: string, given: unknown): readonly Emptied[] {
  if (name !== 'labels' && name !== 'annotations') return []
  return Object.entries(given ?? {}).flatMap(([part, value]): readonly Emptied[] =>
    value === null ? [`${name}.${part}`] : [],
  )
}

function partOf(given: unknown, part: string): unknown {
  return typeof given === 'object' && given !== null ? Reflect.get(given, part) : undefined
}
