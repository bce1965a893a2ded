import { acknowledgementAt } from '../../../domain/alert/acknowledgement.ts'
import type { Acknowledgement, Alert, AlertDetails } from '../../../domain/alert/alert.ts'
import { ALERT_STATES, ENDED_BY } from '../../../domain/alert/alert.ts'
import type { JobRunDetails } from '../../../domain/alert/job-run.ts'
import { lastValueOf } from '../../../domain/alert/keep-on-clear.ts'
import { formatInstant, type Instant } from '../../../domain/instant.ts'
import { type Principal, principalKey } from '../../../domain/people/principal.ts'
import type { SilencesSeen } from '../../../domain/silence/silences.ts'
import { SILENCE_CHECK_MS_MAX, SilenceCheck, Silences } from '../../../domain/silence/silences.ts'
import { principalOf } from '../../auth/actor.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { Type } from '../../routes/route.ts'
import {
  idSchema,
  instantSchema,
  nullable,
  nullableText,
  nullableTime,
  resourceOf,
  textMap,
  within,
} from '../resource.ts'

/** The objects below are always shown; unknown members are null. */
type Details = AlertDetails | JobRunDetails

export const agent = resourceOf<Details>()(
  {
    id: [nullableText('Its id at the monitor.'), 'agentId'],
    name: [nullableText('Its name.'), 'agentName'],
  },
  { description: 'The agent that watches the server.' },
)

export const server = resourceOf<Details>()(
  {
    id: [nullableText('Its id at the monitor.'), 'serverId'],
    name: [nullableText('Its name.'), 'serverName'],
    address: [nullableText('Host name or address.'), 'serverAddress'],
    port: [nullableText('Its port, as text.'), 'serverPort'],
  },
  { description: 'The database server.' },
)

const object = resourceOf<AlertDetails>()(
  {
    type: [nullableText('What kind of object, e.g. `server` or `table`.'), 'objectType'],
    name: [nullableText('Its name.'), 'objectName'],
  },
  { description: 'What the alert is about.' },
)

export const labelsSchema = textMap('Further values of the monitor, by name.')

export const alertDetails = resourceOf<AlertDetails>()({
  object: [object.schema, object.toWire],
  agent: [agent.schema, agent.toWire],
  server: [server.schema, server.toWire],
  database: nullableText('The database.'),
  schema: nullableText('The schema in the database.'),
  package: nullableText('The package in the schema.'),
  database_object: nullableText('The table, index, … in the schema.'),
  current_value: nullableText('What was measured; null in a clear that says no value.'),
  last_value: [
    nullableText('What was measured last while the alert was raised.'),
    (details) => lastValueOf(details) || null,
  ],
  threshold_value: nullableText('What it was compared with.'),
  parameters: nullableText('With which parameters it was measured.'),
  info: nullableText('A text for people.'),
  source_link: nullableText('The page of the monitor about it.'),
  labels: [labelsSchema, ({ labels = {} }) => labels],
  annotations: [textMap('Texts for people, by name.'), ({ annotations = {} }) => annotations],
})

export const alertStateSchema = (description: string) => Type.Enum([...ALERT_STATES], { description })

export const endedBySchema = (what: string) =>
  nullable(
    Type.Enum([...ENDED_BY]),
    `${what}: \`monitor\`, its monitor reported it; \`expired\`, its monitor stopped reporting it, so it may not have recovered; \`person\`, somebody cleared it manually. Null: it is active.`,
  )

export const acknowledgementSchema = nullable(
  Type.Object({
    by: Type.String('Who acknowledged it; `ada (token bot)` if the token bot named ada (`as`).'),
    state: alertStateSchema(
      'The state that was acknowledged. The acknowledgement ends when the alert is worse than this.',
    ),
    note: nullable(Type.String(), 'What they do about it.'),
    at: instantSchema('When.'),
    until: instantSchema('When it ends, unless the alert gets worse than `state` or clears before.'),
  }),
  'Who acknowledged it, until when and why; null: nobody.',
)

export function toAcknowledgementWire(acknowledgement: Acknowledgement | undefined) {
  if (acknowledgement === undefined) return null
  const { by, state, note, at, until } = acknowledgement
  return { by, state, note, at: formatInstant(at), until: formatInstant(until) }
}

interface ShownAlert extends Omit<Alert, 'acknowledgement'> {
  readonly acknowledgement: ReturnType<typeof toAcknowledgementWire>
  readonly silences: SilencesSeen
}

export const alertResource = resourceOf<ShownAlert>()('Alert', {
  id: idSchema('Stays the same from raise to clear and beyond.'),
  source: Type.String('Who reported it.'),
  key: Type.String('Its identity within the source.'),
  name: Type.String('The problem, in the words of the monitor.'),
  state: alertStateSchema('The present state.'),
  since: instantSchema('When it was raised; if it is cleared, when it cleared.'),
  changed_at: instantSchema('When its state changed last.'),
  observed_at: [
    instantSchema(
      "The moment that the newest report speaks of, by the monitor's clock; an end given in whole seconds counts as the end of its second. An older raise is stale.",
    ),
    'lastReportedAt',
  ],
  last_reported_at: [
    instantSchema('When a monitor last reported it, by the clock of this service.'),
    'observedAt',
  ],
  expires_at: nullableTime(
    'It clears at this time if no report arrives; null: only its monitor can clear it.',
  ),
  ended_by: endedBySchema('Why it cleared'),
  acknowledgement: acknowledgementSchema,
  silenced_by: [
    Type.Array(Type.Integer({ minimum: 1 }), {
      description: 'The active silences that cover it, for all webhooks or for some; none if it is cleared.',
    }),
    ({ silences }) => silences.silencedBy,
  ],
  all_silences_seen: [
    Type.Boolean({
      description: `False: not all active silences could look at all of it. The patterns of one are above their budget, and it holds nothing of the alert; or those before took ${SILENCE_CHECK_MS_MAX / 1000} s in this view, and \`silenced_by\` may lack some.`,
    }),
    ({ silences }) => silences.areAllSeen,
  ],
  ...within(({ details }: Alert) => details, alertDetails),
  warnings: Type.Array(Type.String(), 'Values that Tocsin had to guess, e.g. an unknown severity.'),
  stale_count: Type.Integer({ minimum: 0, description: 'Observations that arrived too late to count.' }),
})

export function toAlertWire(alert: Alert, silences: SilencesSeen, now: Instant) {
  const acknowledgement = toAcknowledgementWire(acknowledgementAt(alert, now))
  return alertResource.toWire({ ...alert, acknowledgement, silences })
}

/** Returns alerts as shown, with the silences that cover them. Works in steps: patterns may be slow. */
export async function showAlerts(
  { store, clock, longWork }: ApiDeps,
  alerts: readonly Alert[],
  { principal }: { readonly principal: Principal | undefined },
) {
  const now = clock.now()
  const check = new SilenceCheck(new Silences(await store.listSilencesAt(now)), {
    now,
    monotonic: () => clock.monotonic(),
  })
  const seen = await longWork.run(principalKey(principalOf(principal)), check.atEach(alerts))
  return alerts.map((alert, index) => toAlertWire(alert, seen[index]!, now))
}

export async function showAlert(deps: ApiDeps, alert: Alert, from: Parameters<typeof showAlerts>[2]) {
  return (await showAlerts(deps, [alert], from))[0]!
}
