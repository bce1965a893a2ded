import type { CharactersMaxOf } from '../../../domain/matching/match-budget.ts'
import { ALL_CHARACTERS, findBudgetWarnings } from '../../../domain/matching/match-budget.ts'
import { MATCH_CHARACTERS_MAX, OWN_MATCH_PATTERN } from '../../../domain/matching/match.ts'
import { findMatchWarnings } from '../../../domain/matching/match-warnings.ts'
import { silencesEverything } from '../../../domain/silence/silence-rules.ts'
import {
  creatorOf,
  SILENCE_REASON_CHARACTERS_MAX,
  SILENCED_JOBS,
  SILENCE_STATES,
  SILENCE_WEBHOOKS_MAX,
  silenceStateOf,
  type SilenceSeen,
  type SilenceState,
} from '../../../domain/silence/silence.ts'
import type { Instant } from '../../../domain/instant.ts'
import { DURATION_PATTERN } from '../../../domain/spelling.ts'
import { COUNTED_MAX } from '../../../storage/store.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { Type } from '../../routes/route.ts'
import { asMember } from '../body-members.ts'
import { idSchema, instantSchema, nullable, nullableIdSchema, nullableTime, resourceOf } from '../resource.ts'

interface ShownSilence extends SilenceSeen, Pick<Warned, 'limitOf'> {
  readonly state: SilenceState
}

export const matchMember = documented(
  Type.String({
    maxLength: MATCH_CHARACTERS_MAX,
    description: 'The alerts and job runs to hold, in the syntax of the `match` of webhooks.',
  }),
  { pattern: OWN_MATCH_PATTERN, examples: ['server="db-1", name=~"Replication.*"'] },
)

export const everythingMember = Type.Optional(
  Type.Boolean(
    'True: it is meant that everything is silenced. Required for matchers of which none needs a value, such as `name=~".*"`; `match` may then be left out.',
  ),
)

export const everythingShown = [
  Type.Boolean('True: its matchers silence everything.'),
  ({ match }: { readonly match: string }) => silencesEverything(match),
] as const

export const webhookIdsMember = Type.Optional(
  Type.Unsafe<readonly number[] | null>({
    type: ['array', 'null'],
    items: { type: 'integer', minimum: 1 },
    minItems: 1,
    maxItems: SILENCE_WEBHOOKS_MAX,
    uniqueItems: true,
    'x-hint': 'must not name a webhook twice',
    description: 'The webhooks whose notifications it holds. Default: all webhooks.',
  }),
)

const time = (description: string) =>
  Type.Optional(
    Type.String({ maxLength: 64, description, 'x-value': { type: 'string', format: 'date-time' } }),
  )

export const reasonMember = (description: string) =>
  documented(Type.String({ maxLength: SILENCE_REASON_CHARACTERS_MAX, description }), {
    pattern: String.raw`\S`,
  })

const timeMembers = {
  starts_at: time('When it begins. Default: now; a past time counts as now.'),
  ends_at: time('When it ends. Either this or `for` is required.'),
  for: Type.Optional(
    documented(
      Type.String({
        maxLength: 20,
        description:
          'How long it lasts from its begin, or from now if it has begun, e.g. `2h`. Instead of `ends_at`.',
      }),
      { pattern: DURATION_PATTERN, examples: ['2h'] },
    ),
  ),
}

export const newSilenceSchema = Type.Closed('NewSilence', {
  match: Type.Optional(matchMember),
  everything: everythingMember,
  webhook_ids: webhookIdsMember,
  ...timeMembers,
  reason: reasonMember('Why, for whoever asks why nobody was notified.'),
  as: asMember,
})

export const silenceChangeSchema = Type.Object(
  {
    match: Type.Optional(matchMember),
    everything: everythingMember,
    webhook_ids: webhookIdsMember,
    ...timeMembers,
    reason: Type.Optional(reasonMember('Why.')),
  },
  {
    additionalProperties: false,
    title: 'SilenceChange',
    description:
      'Absent members keep their value. `match`, `webhook_ids` and `starts_at` change only before the silence begins.',
  },
)

/** A silence or maintenance window, with the budget of its patterns. */
export interface Warned {
  readonly match: string
  readonly matchOwner: string | null
  readonly limitOf: CharactersMaxOf
}

/** The warnings about matchers, of silences and maintenance windows. */
export const matchWarnings = [
  Type.Array(
    Type.String(),
    'What is probably not meant in its matchers, or would be refused now, and whether its patterns are above the budget, so that it may hold less; empty: nothing.',
  ),
  ({ match, matchOwner, limitOf }: Warned) => [
    ...findBudgetWarnings({ match, matchOwner }, 'silence', limitOf),
    ...findMatchWarnings(match, 'silence'),
  ],
] as const

const silenceResource = resourceOf<ShownSilence>()('Silence', {
  id: idSchema('The silence.'),
  match: Type.String('The matchers of what it holds.'),
  everything: everythingShown,
  webhook_ids: nullable(
    Type.Array(Type.Integer({ minimum: 1 })),
    'The webhooks whose notifications it holds; null: all webhooks.',
  ),
  state: Type.Enum(
    SILENCE_STATES,
    'pending: it begins later; active: it holds notifications; expired: it has ended.',
  ),
  starts_at: instantSchema('When it begins.'),
  ends_at: instantSchema('When it ends, or ended.'),
  jobs: Type.Enum(SILENCED_JOBS, 'hold: it holds job runs; notify_failures: only those that succeeded.'),
  reason: Type.String('Why.'),
  window_id: nullableIdSchema('The maintenance window that it is an occurrence of; null: none.'),
  created_by: [
    Type.String(
      'Who created it; `ada (token bot)` if the token bot named ada (`as`, or `createdBy` of Alertmanager).',
    ),
    creatorOf,
  ],
  created_at: instantSchema('When it was created.'),
  updated_at: instantSchema('When it was changed last.'),
  last_held_at: nullableTime('When it last held a notification, to the minute; null: it has held none.'),
  held: [
    Type.Integer({
      minimum: 0,
      description: `Notifications that it holds now, counted up to ${COUNTED_MAX}: one for each alert and webhook.`,
    }),
    'heldCount',
  ],
  warnings: matchWarnings,
})

export const silenceSchema = silenceResource.schema

/** `limitOf`: how much of a value patterns see; everything for a silence just saved. */
export function toSilenceWire(silence: SilenceSeen, now: Instant, limitOf = ALL_CHARACTERS) {
  return silenceResource.toWire({ ...silence, limitOf, state: silenceStateOf(silence, now) })
}
