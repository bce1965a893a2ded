import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Static } from 'typebox'
import type { Event } from '../../../domain/alert/event.ts'
import { briefEventOf } from '../../../domain/alert/brief-event.ts'
import { defaultMode } from '../../../domain/definition/mode-rules.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import { collectValues, MatchFindings } from '../../../domain/matching/match-findings.ts'
import { findMatchWarnings } from '../../../domain/matching/match-warnings.ts'
import { MATCH_CHARACTERS_MAX, MATCH_PATTERN, OTHERWISE } from '../../../domain/matching/match.ts'
import { findMatchIssues, findMatchTypeIssues } from '../../../domain/matching/match-rules.ts'
import { MatchPreview, PREVIEW_CHANGES, whyNobodyIsLeft } from '../../../domain/routing/match-preview.ts'
import type { RoutedWebhook } from '../../../domain/routing/routed-webhook.ts'
import { MODES, PAYLOAD_TYPES } from '../../../domain/webhook/webhook.ts'
import { principalKey } from '../../../domain/people/principal.ts'
import type { Steps } from '../../../domain/steps.ts'
import { principalOf } from '../../auth/actor.ts'
import { documented } from '../../openapi/openapi-schema.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { briefEvent } from '../deliveries/delivery-wire.ts'
import { count, idSchema, instantOrNull, nullableTime } from '../resource.ts'
import { PREVIEW_MS_MAX, PREVIEWED_MAX, readRecentEvents } from './recent-events.ts'

const SHOWN_MAX = 20

const flag = (state: string) => Type.Optional(Type.Boolean(`Its flag for ${state}.`))

const previewSchema = Type.Object(
  {
    webhook_id: Type.Optional(idSchema('The webhook that is changed; without it the webhook is new.')),
    match: Type.Optional(
      documented(
        Type.Unsafe<string | null>({
          type: ['string', 'null'],
          maxLength: MATCH_CHARACTERS_MAX,
          description: 'Its matchers; null: every event. Default: those that it has.',
        }),
        { pattern: MATCH_PATTERN },
      ),
    ),
    payload_type: Type.Optional(Type.Enum(PAYLOAD_TYPES, 'Its payload type.')),
    mode: Type.Optional(Type.Enum(MODES, 'Its mode.')),
    enabled: Type.Optional(Type.Boolean('Whether it is enabled.')),
    low_alert: flag('low'),
    med_alert: flag('medium'),
    high_alert: flag('high'),
    cleared_alert: flag('cleared'),
  },
  {
    additionalProperties: false,
    title: 'MatchPreviewRequest',
    description: 'What is left out stays as it is, or has the default of a new webhook.',
  },
)

const previewedSchema = Type.Object('MatchPreview', {
  examined: count(`Events that were looked at: the newest, at most ${PREVIEWED_MAX}.`),
  since: nullableTime('When the oldest of them was accepted; null: there are none.'),
  is_complete: Type.Boolean(`False: not all of them could be read within ${PREVIEW_MS_MAX / 1000} s.`),
  matched: count('Events that the webhook would take.'),
  raises: count('Raises and changes of alerts among them.'),
  clears: count('Clears among them.'),
  added: count('Events among them that it does not take now.'),
  removed: count('Events that it takes now and would take no longer.'),
  events: Type.Array(
    Type.Object({
      change: Type.Enum(
        PREVIEW_CHANGES,
        'added: it would take the event from now on; removed: no longer; kept: as before.',
      ),
      event_id: idSchema('The event.'),
      event: briefEvent.schema,
    }),
    { maxItems: SHOWN_MAX, description: 'Some of these events, added and removed ones first.' },
  ),
  findings: Type.Array(
    Type.String(),
    'What is probably a mistake: a matcher that no event meets, one that another makes pointless, two spellings, a webhook that would only get clears, or events that would reach nobody.',
  ),
})

/** Defines the route that says which recent events a webhook with these matchers would have been sent. */
export function previewMatch({ store, clock, longWork }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/routing/preview',
    scope: 'deliveries:read',
    id: 'previewMatch',
    summary: 'Preview which of the last events a webhook would take',
    description: `Decides as intake does, for the last ${PREVIEWED_MAX} changes of alerts or job runs. Nothing is changed.`,
    body: previewSchema,
    responses: { 200: ['Which events it would take.', previewedSchema] },
    handler: async ({ body, principal }) => {
      const webhooks = await store.listRoutedWebhooks()
      const before = findBefore(webhooks, body.webhook_id)
      const after = withChange(before ?? NEW_WEBHOOK, body)
      refuseMistakes(after, before)
      const kind = after.payloadType === 'ALERT' ? 'alert' : 'job_run'
      const endsAt = clock.monotonic() + PREVIEW_MS_MAX
      const events = await readRecentEvents(store, clock, kind, endsAt)
      const preview = new MatchPreview({ before, after, webhooks }, SHOWN_MAX)
      const findings = new MatchFindings(after.match ?? OTHERWISE)
      const examined = await longWork.run(
        principalKey(principalOf(principal)),
        examine(events.read, preview, findings, () => clock.monotonic() > endsAt),
      )
      const { added, kept, removed } = preview.counts
      const left = whyNobodyIsLeft(
        [...webhooks.filter((one) => one.id !== after.id), after],
        after.payloadType,
      )
      return {
        status: 200,
        body: {
          examined,
          since: instantOrNull(events.read[examined - 1]?.acceptedAt ?? null),
          is_complete: events.isComplete && examined === events.read.length,
          matched: added + kept,
          ...preview.taken,
          added,
          removed,
          events: preview.samples.map(({ event, change }) => ({
            change,
            event_id: event.id,
            event: briefEvent.toWire(briefEventOf(event)),
          })),
          findings: [
            ...findMatchWarnings(after.match ?? OTHERWISE, 'webhook'),
            ...(preview.onlyClears === undefined ? [] : [preview.onlyClears]),
            ...findings.list(collectValues(events.read)),
            ...(left === undefined ? [] : [left]),
          ],
        },
      }
    },
  })
}

/** Examines events until the time is over. Returns how many. */
function* examine(
  events: readonly Event[],
  preview: MatchPreview,
  findings: MatchFindings,
  isOver: () => boolean,
): Steps<number> {
  for (const [index, event] of events.entries()) {
    if (isOver()) return index
    preview.add(event)
    findings.add(event)
    yield
  }
  return events.length
}

function findBefore(
  webhooks: readonly RoutedWebhook[],
  id: WebhookId | undefined,
): RoutedWebhook | undefined {
  const before = webhooks.find((webhook) => webhook.id === id)
  if (id === undefined || before) return before
  throw invalidRequest([{ path: 'webhook_id', message: `is ${id}, but there is no such webhook` }])
}

const NEW_WEBHOOK: RoutedWebhook = {
  id: 0,
  enabled: true,
  payloadType: 'ALERT',
  alertFlags: { low: true, medium: true, high: true, cleared: true },
  acknowledgements: false,
  maintenanceWindows: false,
  mode: defaultMode({}),
  match: null,
  matchOwner: null,
  fallbackWebhookId: null,
}

function withChange(webhook: RoutedWebhook, body: Static<typeof previewSchema>): RoutedWebhook {
  const { low, medium, high, cleared } = webhook.alertFlags
  const after = {
    ...webhook,
    enabled: body.enabled ?? webhook.enabled,
    payloadType: body.payload_type ?? webhook.payloadType,
    match: body.match === undefined ? webhook.match : body.match,
    alertFlags: {
      low: body.low_alert ?? low,
      medium: body.med_alert ?? medium,
      high: body.high_alert ?? high,
      cleared: body.cleared_alert ?? cleared,
    },
  }
  return { ...after, mode: body.mode ?? (webhook === NEW_WEBHOOK ? defaultMode(after) : webhook.mode) }
}

/** Newer rules do not refuse stored matchers. */
function refuseMistakes(webhook: RoutedWebhook, before: RoutedWebhook | undefined): void {
  const { match } = webhook
  const issues = [
    ...(match === null || match === before?.match ? [] : findMatchIssues(match)),
    ...findMatchTypeIssues(webhook),
  ]
  if (issues.length > 0) throw invalidRequest(issues)
}
