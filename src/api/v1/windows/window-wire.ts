import type { CharactersMaxOf } from '../../../domain/matching/match-budget.ts'
import { formatInstant, type Instant } from '../../../domain/instant.ts'
import { SILENCE_WEBHOOKS_MAX, SILENCED_JOBS } from '../../../domain/silence/silence.ts'
import { DURATION_PATTERN, formatDuration } from '../../../domain/spelling.ts'
import { TIME_ZONE_PATTERN, timeInZone } from '../../../domain/time-zone.ts'
import { dayOf, isCancelled, occurrencesAfter } from '../../../domain/window/occurrences.ts'
import { RECURRENCE_CHARACTERS_MAX } from '../../../domain/window/recurrence.ts'
import { DAY_PATTERN, TIME_OF_DAY_PATTERN } from '../../../domain/window/window-rules.ts'
import type { Occurrence, WindowSchedule, WindowSeen } from '../../../domain/window/window.ts'
import { WINDOW_DAYS_MAX, WINDOW_NAME_CHARACTERS_MAX } from '../../../domain/window/window.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { Type } from '../../routes/route.ts'
import { idSchema, instantSchema, nullable, nullableIdSchema, nullableText, resourceOf } from '../resource.ts'
import {
  everythingMember,
  everythingShown,
  matchMember,
  matchWarnings,
  reasonMember,
  webhookIdsMember,
  type Warned,
} from '../silences/silence-wire.ts'

const NEXT_SHOWN = 5

const word = (pattern: string, example: string, description: string) =>
  documented(Type.String({ maxLength: 64, description }), { pattern, examples: [example] })

const scheduleMembers = {
  zone: word(`^${TIME_ZONE_PATTERN}$`, 'Europe/Berlin', 'The time zone of its begin and end, an IANA name.'),
  begins: word(TIME_OF_DAY_PATTERN, '22:00', 'The time of day at which it begins.'),
  for: word(DURATION_PATTERN, '4h', 'How long it lasts, in the time that the clocks of the zone show.'),
  repeat: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: RECURRENCE_CHARACTERS_MAX,
      description:
        'When it recurs: a rule of RFC 5545 with FREQ (DAILY, WEEKLY, MONTHLY), INTERVAL, BYDAY, BYMONTHDAY and UNTIL (the last day). Either this or `days` is required.',
      examples: ['FREQ=WEEKLY;BYDAY=SU'],
    }),
  ),
  days: Type.Optional(
    Type.Unsafe<readonly string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', maxLength: 10 },
      minItems: 1,
      maxItems: WINDOW_DAYS_MAX,
      uniqueItems: true,
      'x-hint': 'must not name a day twice',
      description: 'The days on which it begins, instead of a rule.',
      examples: [['2026-12-31', '2027-03-31']],
    }),
  ),
  from: Type.Optional(
    word(
      DAY_PATTERN,
      '2026-12-01',
      'The day from which the rule counts. Default: today, or the day on which the occurrence that is under way began.',
    ),
  ),
}

const exceptMember = Type.Optional(
  Type.Unsafe<readonly string[]>({
    type: 'array',
    items: { type: 'string', maxLength: 10 },
    maxItems: WINDOW_DAYS_MAX,
    uniqueItems: true,
    'x-hint': 'must not name a day twice',
    description: 'The days on which it does not occur, though it would by its rule or days.',
    examples: [['2026-12-24']],
  }),
)

const name = documented(
  Type.String({ maxLength: WINDOW_NAME_CHARACTERS_MAX, description: 'Its name; each has another one.' }),
  { pattern: String.raw`\S` },
)

const jobsMember = Type.Optional(
  Type.Enum(
    SILENCED_JOBS,
    'hold: job runs are not sent, as alerts are not; notify_failures: those that failed or were cancelled are sent. Default: hold.',
  ),
)

const draftMembers = {
  name: Type.Optional(name),
  match: Type.Optional(matchMember),
  everything: everythingMember,
  webhook_ids: webhookIdsMember,
  ...scheduleMembers,
  except: exceptMember,
  jobs: jobsMember,
  reason: Type.Optional(reasonMember('Why.')),
}

export const newWindowSchema = Type.Object(
  { ...draftMembers, name, reason: reasonMember('Why, for whoever asks why nobody was notified.') },
  { additionalProperties: false, title: 'NewWindow' },
)

const { webhook_ids: _byId, ...setMembers } = newWindowSchema.properties

/** A maintenance window of a set, also in files of definitions. */
export const windowEntrySchema = Type.Object(
  {
    ...setMembers,
    webhooks: Type.Optional(
      Type.Unsafe<readonly string[] | null>({
        type: ['array', 'null'],
        items: { type: 'string' },
        minItems: 1,
        maxItems: SILENCE_WEBHOOKS_MAX,
        uniqueItems: true,
        'x-hint': 'must not name a webhook twice',
        description: 'The names of the webhooks whose notifications it holds. Default: all webhooks.',
      }),
    ),
  },
  {
    additionalProperties: false,
    title: 'WindowOfSet',
    'x-unknown': { webhook_ids: 'means something on one service only; write `webhooks`, with names' },
  },
)

export const windowChangeSchema = Type.Object(
  {
    ...draftMembers,
    zone: Type.Optional(scheduleMembers.zone),
    begins: Type.Optional(scheduleMembers.begins),
    for: Type.Optional(scheduleMembers.for),
  },
  {
    additionalProperties: false,
    title: 'WindowChange',
    description: 'Absent members keep their value. `days` replace a rule, and a rule the days.',
  },
)

export const windowDraftSchema = Type.Object(draftMembers, {
  additionalProperties: false,
  title: 'WindowDraft',
  description: 'A maintenance window, or only its schedule; what is given is checked.',
})

interface ShownOccurrence extends Occurrence {
  readonly zone: string
  readonly cancelled: boolean
}

/** Shows a time to the minute, such as `2026-12-06 22:00 +01:00`. */
function localTime(at: Instant, zone: string): string {
  return timeInZone(formatInstant(at), zone).replace(/(:\d\d):\d\d /, '$1 ')
}

const occurrenceResource = resourceOf<ShownOccurrence>()('WindowOccurrence', {
  begins_at: [instantSchema('When it begins.'), 'beginsAt'],
  day: [
    Type.String('The day on which it begins, in the zone: by it an occurrence is skipped.'),
    (occurrence) => dayOf(occurrence, occurrence),
  ],
  cancelled: Type.Boolean(
    'True: it holds nothing, because it is skipped, or its silence was ended before its time.',
  ),
  ends_at: [instantSchema('When it ends.'), 'endsAt'],
  begins_local: [
    Type.String('When it begins, as the clocks of the zone show it.'),
    ({ beginsAt, zone }) => localTime(beginsAt, zone),
  ],
  ends_local: [
    Type.String('When it ends, as the clocks of the zone show it.'),
    ({ endsAt, zone }) => localTime(endsAt, zone),
  ],
})

const nextMember = Type.Array(occurrenceResource.schema, {
  maxItems: NEXT_SHOWN,
  description: `Its next ${NEXT_SHOWN} occurrences, the one under way and cancelled ones included.`,
})

export const nextSchema = Type.Object({ next: nextMember }, { title: 'WindowOccurrences' })

export function toNextWire(
  window: WindowSchedule & Pick<WindowSeen, 'except'> & Partial<Pick<WindowSeen, 'ended'>>,
  now: Instant,
) {
  const { zone, ended = [] } = window
  return occurrencesAfter(window, { after: now, count: NEXT_SHOWN }).map((occurrence) =>
    occurrenceResource.toWire({
      ...occurrence,
      zone,
      cancelled: isCancelled(occurrence, { ...window, ended }),
    }),
  )
}

export const skippedDaySchema = Type.Closed('SkippedDay', {
  day: word(DAY_PATTERN, '2026-12-06', 'The day on which the occurrence begins, in the zone of the window.'),
})

interface ShownWindow extends WindowSeen, Pick<Warned, 'limitOf'> {
  readonly next: ReturnType<typeof toNextWire>
}

const STATES = ['pending', 'active', 'expired'] as const

function stateOf({ silenceId, next }: ShownWindow): (typeof STATES)[number] {
  if (silenceId !== null) return 'active'
  return next.length > 0 ? 'pending' : 'expired'
}

const windowResource = resourceOf<ShownWindow>()('MaintenanceWindow', {
  id: idSchema('The maintenance window.'),
  name: Type.String('Its name.'),
  match: Type.String('The matchers of what it holds.'),
  everything: everythingShown,
  webhook_ids: nullable(
    Type.Array(Type.Integer({ minimum: 1 })),
    'The webhooks whose notifications it holds; null: all webhooks.',
  ),
  zone: Type.String('The time zone of its begin and end.'),
  begins: Type.String('The time of day at which it begins.'),
  for: [Type.String('How long it lasts.'), ({ lastsMs }) => formatDuration(lastsMs)],
  repeat: nullableText('The rule by which it recurs; null: it has days.'),
  days: nullable(Type.Array(Type.String()), 'The days on which it begins; null: it has a rule.'),
  except: Type.Array(Type.String(), 'The days on which it does not occur.'),
  from: [Type.String('The day from which the rule counts.'), 'firstDay'],
  jobs: Type.Enum(SILENCED_JOBS, 'hold: it holds job runs; notify_failures: only those that succeeded.'),
  reason: Type.String('Why.'),
  state: [
    Type.Enum(STATES, 'active: it is under way; pending: it begins later; expired: it occurs no more.'),
    stateOf,
  ],
  silence_id: nullableIdSchema('The silence of the occurrence under way; null: it is not under way.'),
  next: nextMember,
  created_by: Type.String('Who created it.'),
  created_at: instantSchema('When it was created.'),
  updated_at: instantSchema('When it was changed last.'),
  warnings: matchWarnings,
})

export const windowSchema = windowResource.schema

export function toWindowWire(window: WindowSeen, now: Instant, limitOf: CharactersMaxOf) {
  return windowResource.toWire({ ...window, limitOf, next: toNextWire(window, now) })
}
