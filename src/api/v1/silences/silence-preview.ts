import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import { isOwn } from '../../../domain/alert/own-alert.ts'
import { RAISED_STATES } from '../../../domain/alert/severity.ts'
import type { Event } from '../../../domain/alert/event.ts'
import { compileMatch } from '../../../domain/matching/compile-match.ts'
import { findMatchWarnings } from '../../../domain/matching/match-warnings.ts'
import { collectValues, MatchFindings } from '../../../domain/matching/match-findings.ts'
import { matchedAlert } from '../../../domain/matching/match-values.ts'
import { principalKey } from '../../../domain/people/principal.ts'
import { refuseBadMatch, silencesEverything } from '../../../domain/silence/silence-rules.ts'
import type { Steps } from '../../../domain/steps.ts'
import { principalOf } from '../../auth/actor.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { alertStateSchema } from '../reports/alert-wire.ts'
import {
  count,
  idSchema,
  instantOrNull,
  instantSchema,
  nullableText,
  nullableTime,
  resourceOf,
} from '../resource.ts'
import { PREVIEW_MS_MAX, PREVIEWED_MAX, readRecentEvents } from '../routing/recent-events.ts'
import { matchMember } from './silence-wire.ts'

const NAMED_MAX = 20
/** The newest active alerts, which a preview examines. */
const ALERTS_MAX = 1000

const previewSchema = Type.Object(
  { match: matchMember },
  { additionalProperties: false, title: 'SilencePreviewRequest' },
)

const heldAlert = resourceOf<Alert>()('SilencedAlert', {
  id: idSchema('The alert.'),
  name: Type.String('Its name.'),
  state: alertStateSchema('Its severity.'),
  since: instantSchema('When it was raised.'),
  server_name: [
    nullableText('Its server; null: unknown.'),
    ({ details }: Alert) => details.serverName ?? null,
  ],
  object_name: [
    nullableText('Its object; null: unknown.'),
    ({ details }: Alert) => details.objectName ?? null,
  ],
})

const previewedSchema = Type.Object('SilencePreview', {
  active_alerts: count(`Active alerts that it would hold, of the newest ${ALERTS_MAX}.`),
  alerts: Type.Array(heldAlert.schema, {
    maxItems: NAMED_MAX,
    description: `The newest ${NAMED_MAX} of them.`,
  }),
  matched: count('Recent events that it would have held.'),
  examined: count(
    `Events that were looked at: the newest changes of alerts and job runs, at most ${PREVIEWED_MAX}.`,
  ),
  since: nullableTime('When the oldest of them was accepted; null: there are none.'),
  is_complete: Type.Boolean(`False: not everything could be looked at within ${PREVIEW_MS_MAX / 1000} s.`),
  everything: Type.Boolean(
    'True: the matchers would silence everything; creating such a silence takes `everything: true`.',
  ),
  findings: Type.Array(
    Type.String(),
    'What is probably a mistake: a matcher that no event meets, or two spellings.',
  ),
})

/** Defines the route that says which alerts these matchers would hold. */
export function previewSilence({ store, clock, longWork }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/silences/preview',
    scope: 'deliveries:read',
    id: 'previewSilence',
    summary: 'Preview what a silence would hold',
    description: `Decides as intake does, for active alerts and for the last ${PREVIEWED_MAX} events. Nothing is changed.`,
    body: previewSchema,
    responses: { 200: ['What it would hold.', previewedSchema] },
    handler: async ({ body, principal }) => {
      refuseBadMatch(body.match)
      const endsAt = clock.monotonic() + PREVIEW_MS_MAX
      const isOver = () => clock.monotonic() > endsAt
      const alerts = await store.listAlerts({ states: [...RAISED_STATES] }, { limit: ALERTS_MAX })
      const events = await readRecentEvents(store, clock, undefined, endsAt)
      const findings = new MatchFindings(body.match)
      const found = await longWork.run(
        principalKey(principalOf(principal)),
        examine(body.match, alerts, events.read, findings, isOver),
      )
      return {
        status: 200,
        body: {
          active_alerts: found.alerts.length,
          alerts: found.alerts.slice(0, NAMED_MAX).map(heldAlert.toWire),
          matched: found.matched,
          examined: found.examined,
          since: instantOrNull(events.read[found.examined - 1]?.acceptedAt ?? null),
          is_complete: events.isComplete && found.examined === events.read.length,
          everything: silencesEverything(body.match),
          findings: [
            ...findMatchWarnings(body.match, 'silence'),
            ...findings.list(collectValues(events.read)),
          ],
        },
      }
    },
  })
}

/** Examines alerts, then events, until the time is over. */
function* examine(
  match: string,
  alerts: readonly Alert[],
  events: readonly Event[],
  findings: MatchFindings,
  isOver: () => boolean,
): Steps<{
  readonly alerts: readonly Alert[]
  readonly matched: number
  readonly examined: number
}> {
  const { matches } = compileMatch(match)
  const held: Alert[] = []
  for (const alert of alerts) {
    if (isOver()) break
    if (!isOwn(alert) && matches(matchedAlert(alert))) held.push(alert)
    yield
  }
  let [matched, examined] = [0, 0]
  for (const event of events) {
    if (isOver()) break
    findings.add(event)
    matched += Number(matches(event))
    examined += 1
    yield
  }
  return { alerts: held, matched, examined }
}
