import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { previewMatch } from './match-preview.ts'
import { MATCH_FIELDS, type NamedField } from '../../../domain/matching/match.ts'
import { collectValues, frequentValues } from '../../../domain/matching/match-findings.ts'
import { PAYLOAD_TYPES } from '../../../domain/webhook/webhook.ts'
import { defineQuery, oneOf } from '../query.ts'
import { PREVIEWED_MAX, readRecentEvents } from './recent-events.ts'
import type { Static } from 'typebox'
import { RAISED_STATES } from '../../../domain/alert/severity.ts'
import type { SilenceId } from '../../../domain/ids.ts'
import type { Event } from '../../../domain/alert/event.ts'
import { JOB_STATUSES } from '../../../domain/alert/job-run.ts'
import { LABELS_MAX, VALUE_LENGTH_MAX } from '../../../domain/alert/report-limits.ts'
import { explainNotNotified } from '../../../domain/routing/explanation.ts'
import { whyNotNotified, type ReasonNotNotified } from '../../../domain/routing/matching.ts'
import { NOT_NOTIFIED_REASONS } from '../../../domain/routing/routing-review.ts'
import { principalKey } from '../../../domain/people/principal.ts'
import type { NamedRoutedWebhook } from '../../../domain/routing/routed-webhook.ts'
import { LONG_AHEAD, type Steps } from '../../../domain/steps.ts'
import { principalOf } from '../../auth/actor.ts'
import { Silences, type Covering } from '../../../domain/silence/silences.ts'
import { withoutUndefined } from '../../../domain/without-undefined.ts'
import { count, idSchema, textMap } from '../resource.ts'

/** Fields that are listed, the most frequent ones. */
const FIELDS_MAX = 200
const VALUES_MAX = 50

const query = defineQuery({
  payloadType: oneOf('payload_type', PAYLOAD_TYPES, 'Fields of alerts (default) or of job runs.'),
})

const seenSchema = Type.Object('SeenValues', {
  fields: Type.Array(
    Type.Object({
      field: Type.String('As matchers name it, e.g. `label.team`.'),
      values: Type.Array(Type.String(), {
        maxItems: VALUES_MAX,
        description: `The ${VALUES_MAX} values that most events have, the most frequent first.`,
      }),
    }),
    { maxItems: FIELDS_MAX },
  ),
})

/** Returns the routes that say who would be notified. */
export function routingRoutes(deps: ApiDeps): readonly Route[] {
  return [previewMatch(deps), testRouting(deps), listSeenValues(deps)]
}

/** Lists the fields and values of recent events, for writing matchers. */
function listSeenValues({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/routing/values',
    scope: 'deliveries:read',
    id: 'listSeenValues',
    summary: 'List the fields and values that events had lately',
    description: `Reads the last ${PREVIEWED_MAX} changes of alerts, or job runs.`,
    query: query.schema,
    responses: { 200: ['Fields with their values.', seenSchema] },
    handler: async (input) => {
      const { payloadType = 'ALERT' } = query.parse(input.query)
      const { read } = await readRecentEvents(store, clock, payloadType === 'ALERT' ? 'alert' : 'job_run')
      const seen = collectValues(read)
      const named = Object.keys(MATCH_FIELDS).filter((field) =>
        (MATCH_FIELDS[field as NamedField] as readonly string[]).includes(payloadType),
      )
      const others = [...seen.keys()].filter((field) => field.includes('.')).toSorted()
      const fields = [...named, ...others].slice(0, FIELDS_MAX)
      return {
        status: 200,
        body: { fields: fields.map((field) => ({ field, values: frequentValues(seen, field, VALUES_MAX) })) },
      }
    },
  })
}

/** Webhooks of each kind that a test names; all are counted. */
const NAMED_MAX = 200

const text = (description: string) => Type.Optional(Type.String({ maxLength: VALUE_LENGTH_MAX, description }))
const texts = (description: string) => Type.Optional(textMap(`${description} At most ${LABELS_MAX}.`))

const testSchema = Type.Closed('RoutingTestRequest', {
  kind: Type.Optional(
    Type.Enum(['alert', 'job_run'], { description: 'An alert that is raised (default), or a job run.' }),
  ),
  severity: Type.Optional(Type.Enum(RAISED_STATES, 'The severity of the alert; default `high`.')),
  job_status: Type.Optional(Type.Enum(JOB_STATUSES, 'The status of the job run; default `failure`.')),
  source: text('The source that reports it.'),
  name: text('The name of the alert or the job.'),
  server: text('The name of the server.'),
  object: text('The name of the object.'),
  object_type: text('The type of the object.'),
  database: text('The database.'),
  schema: text('The schema.'),
  agent: text('The name of the agent.'),
  labels: texts('Labels.'),
  annotations: texts('Annotations.'),
})

const testedSchema = Type.Object('RoutingTest', {
  notified_count: count('Webhooks that would be notified.'),
  notified: Type.Array(
    Type.Object({
      webhook_id: idSchema('The webhook.'),
      name: Type.String('Its name.'),
      match: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        description: 'Its matchers; null: it gets every event.',
      }),
    }),
    { maxItems: NAMED_MAX, description: `The first ${NAMED_MAX} of them, by id.` },
  ),
  not_notified_count: count('Webhooks that would not be notified.'),
  not_notified: Type.Array(
    Type.Object({
      webhook_id: idSchema('The webhook.'),
      name: Type.String('Its name.'),
      reason: Type.Enum(NOT_NOTIFIED_REASONS, 'As in the explanation of an event.'),
      sentence: Type.String('The reason as text.'),
    }),
    { maxItems: NAMED_MAX, description: `The first ${NAMED_MAX} of them, by id.` },
  ),
})

/** Defines the route that says who would be notified of these values, and why others would not. */
function testRouting({ store, clock, longWork }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/routing/test',
    scope: 'deliveries:read',
    id: 'testRouting',
    summary: 'Say who would be notified of an event with these values, and why others would not',
    description:
      'Decides as intake does. Nothing is stored and nobody is notified. A webhook in current-state mode counts as notified if it would count the alert as active.',
    body: testSchema,
    responses: { 200: ['Who would be notified.', testedSchema] },
    handler: async ({ body, principal }) => {
      const now = clock.now()
      const [webhooks, silences] = await Promise.all([store.listRoutedWebhooks(), store.listSilencesAt(now)])
      const event = toEvent(body, now)
      const coveredBy = () => new Silences(silences).over(event, now)
      const reasons = await longWork.run(
        principalKey(principalOf(principal)),
        test(event, webhooks, coveredBy),
      )
      const notified = reasons.filter(({ reason }) => reason === undefined)
      const others = reasons.flatMap(({ reason, ...rest }) =>
        reason === undefined ? [] : [{ ...rest, reason }],
      )
      return {
        status: 200,
        body: {
          notified_count: notified.length,
          notified: notified
            .slice(0, NAMED_MAX)
            .map(({ webhook: { id, name, match } }) => ({ webhook_id: id, name, match })),
          not_notified_count: others.length,
          not_notified: others.slice(0, NAMED_MAX).map(({ webhook, reason, silenceId }) => ({
            webhook_id: webhook.id,
            name: webhook.name,
            reason,
            sentence: explainNotNotified({ webhook, event, reason, silenceId, ...AS_IT_IS }),
          })),
        },
      }
    },
  })
}

interface Tested {
  readonly webhook: NamedRoutedWebhook
  readonly reason: ReasonNotNotified | 'silenced' | undefined
  readonly silenceId: SilenceId | null
}

/** Works in a step of its own: patterns may be slow. */
function* test(
  event: Event,
  webhooks: readonly NamedRoutedWebhook[],
  coveredBy: () => Covering,
): Steps<readonly Tested[]> {
  yield LONG_AHEAD
  const silenceOf = coveredBy()
  return webhooks.map((webhook) => {
    const silenceId = silenceOf(webhook.id)
    const reason = whyNotNotified(webhook, webhooks, event) ?? (silenceId === null ? undefined : 'silenced')
    return { webhook, reason, silenceId }
  })
}

const AS_IT_IS = { changedSince: false, isDeleted: false }

function toEvent(body: Static<typeof testSchema>, now: number): Event {
  const { source = '', name = '', labels, annotations } = body
  const details = withoutUndefined({
    serverName: body.server,
    database: body.database,
    agentName: body.agent,
    labels,
  })
  const base = { id: 0, source, name, at: now, acceptedAt: now }
  if (body.kind === 'job_run') {
    const times = { startedAt: null, finishedAt: now }
    const ids = { jobRunId: 0, jobId: name, runId: '' }
    return { ...base, kind: 'job_run', ...ids, ...times, status: body.job_status ?? 'failure', details }
  }
  const ofObject = withoutUndefined({
    objectName: body.object,
    objectType: body.object_type,
    schema: body.schema,
    annotations,
  })
  return {
    ...base,
    kind: 'alert',
    alertId: 0,
    alertKey: '',
    oldState: 'cleared',
    newState: body.severity ?? 'high',
    episodeNumber: 1,
    trigger: 'change',
    raisedAt: now,
    expiresAt: null,
    endedBy: null,
    details: { ...details, ...ofObject },
    warnings: [],
  }
}
