import type { ApiDeps } from '../deps/api-deps.ts'
import type { Static } from 'typebox'
import { defineRoute, type ResponseSpec, type Route, type RouteResponse, Type } from '../routes/route.ts'
import type { Alert } from '../../domain/alert/alert.ts'
import { principalKey, type Principal } from '../../domain/people/principal.ts'
import type { Instant } from '../../domain/instant.ts'
import type { Steps } from '../../domain/steps.ts'
import { matchedAlert } from '../../domain/matching/match-values.ts'
import { windowNameOf, type Silence } from '../../domain/silence/silence.ts'
import { Silences } from '../../domain/silence/silences.ts'
import { parseMatchers, selectMatching } from '../../intake/reading/label-matcher.ts'
import { readShown, hasDialect, takeReport, type PushSource, type ReportDeps } from '../../intake/source.ts'
import { ALERTS_MAX } from '../../intake/reading/dialect.ts'
import { recogniseDialect } from '../../intake/sources/dialects.ts'
import type { Clock } from '../../runtime/clock.ts'
import { logRefusedReport } from '../routes/problem.ts'
import {
  isAsked,
  RECEIVER_NAME,
  type ShownAlert,
  toAlertmanagerStatus,
  writeAlertGroups,
  writeAlerts,
} from './alertmanager-wire.ts'
import { AS_JSON, orRefusal, refusal, refusalSpec } from './alertmanager-refusal.ts'
import { alertmanagerSilenceRoutes, filterSchema } from './alertmanager-silence-routes.ts'
import { operationId, originOf, wrongAddress } from './sources.ts'

/** Unknown parameters are ignored: clients of newer Alertmanagers send some. */
const Query = Type.Object({
  filter: filterSchema,
  active: Type.Optional(Type.String()),
  silenced: Type.Optional(Type.String()),
  muted: Type.Optional(Type.String()),
  receiver: Type.Optional(Type.String({ maxLength: 4096 })),
})

/**
 * Serves Alertmanager's API v2 to senders (Prometheus, vmalert, Loki, Grafana's Alertmanager contact point) and readers
 * (amtool, Karma). Nothing is inhibited: an alert is `active`, or silenced.
 */
export function prometheusRoutes(deps: ApiDeps): readonly Route[] {
  return deps.sources
    .filter((source) => hasDialect(source, 'prometheus'))
    .flatMap((source) => routesOf({ source, ...deps }))
}

interface SourceDeps extends ApiDeps {
  readonly source: PushSource
}

function routesOf(deps: SourceDeps): readonly Route[] {
  return [
    acceptRoute(deps),
    acceptOldRoute(deps),
    readRoute(deps.source, {
      path: 'alerts',
      id: 'listPrometheusAlerts',
      summary: 'List active alerts as Alertmanager does',
      headers: TRUNCATED,
      read: (query, principal) => listAlerts(deps, { query, principal, write: writeAlerts }),
    }),
    readRoute(deps.source, {
      path: 'alerts/groups',
      id: 'listPrometheusAlertGroups',
      summary: 'List active alerts in groups, by alert name',
      headers: TRUNCATED,
      read: (query, principal) => listAlerts(deps, { query, principal, write: writeAlertGroups }),
    }),
    readRoute(deps.source, {
      path: 'status',
      id: 'readPrometheusStatus',
      summary: 'Read the status that clients of Alertmanager expect',
      read: async () => ({ status: 200, body: toAlertmanagerStatus(deps.version, deps.startedAt) }),
    }),
    readRoute(deps.source, {
      path: 'receivers',
      id: 'listPrometheusReceivers',
      summary: 'List the one receiver, `tocsin`',
      read: async () => ({ status: 200, body: [{ name: RECEIVER_NAME }] }),
    }),
    ...alertmanagerSilenceRoutes({ ...deps, idOf: (id) => idOf(id, deps.source) }),
  ]
}

/** Names the operation uniquely among the sources of this dialect. */
function idOf(id: string, { name, dialect }: PushSource): string {
  return name === dialect.name ? id : operationId(id, name)
}

/** Accepts alerts for Alertmanager's API v1, which senders before 2020 use: the body of v2, another response. */
function acceptOldRoute({ source, ...deps }: SourceDeps): Route {
  return defineRoute({
    route: `POST /intake/${source.name}/api/v1/alerts`,
    scope: 'events:write',
    id: idOf('acceptOldPrometheusAlerts', source),
    summary: 'Report alerts as to the API v1 of Alertmanager',
    description: 'For senders that know no other address. The body is that of the API v2.',
    body: Type.Unknown(),
    anyContentType: true,
    responses: {
      200: ['Every alert is stored, with the deliveries that follow from it.', oldResponse],
      400: {
        description: 'Names each invalid alert. The valid ones are stored.',
        schema: oldResponse,
        contentType: 'application/json',
      },
    },
    handler: async ({ body, ...from }) => {
      const { errors } = await takeReport(deps, source, { body, ...originOf(from) })
      if (errors.length === 0) return { status: 200, body: { status: 'success' } }
      const error = errors.join('; ')
      logRefusal(deps, source, error)
      const response = { status: 'error', errorType: 'bad_data', error }
      return { status: 400, body: JSON.stringify(response), headers: AS_JSON }
    },
  })
}

const oldResponse = Type.Object({
  status: Type.Enum(['success', 'error']),
  errorType: Type.Optional(Type.String()),
  error: Type.Optional(Type.String('The mistake of each refused alert.')),
})

function acceptRoute({ source, ...deps }: SourceDeps): Route {
  return defineRoute({
    route: `POST /intake/${source.name}${source.dialect.path}`,
    scope: 'events:write',
    id: idOf('acceptPrometheusAlerts', source),
    summary: 'Report alerts as to Alertmanager',
    description: `An array of at most ${ALERTS_MAX} alerts with \`labels\`, \`annotations\`, \`startsAt\`, \`endsAt\` and \`generatorURL\`, as Prometheus sends it. Any content type will do. Invalid alerts are named in a 400; the valid ones of the same request are taken in all the same.`,
    body: Type.Unknown(),
    anyContentType: true,
    responses: {
      200: 'Every alert is stored, with the deliveries that follow from it.',
      400: {
        description: 'A JSON string that names each invalid alert. The valid ones are stored.',
        schema: Type.String(),
        contentType: 'application/json',
      },
    },
    handler: async ({ body, ...from }) => {
      if (!source.dialect.recognises(body) && recogniseDialect(body)) {
        return refuseReport(deps, source, wrongAddress(body, source, deps).message)
      }
      const { errors } = await takeReport(deps, source, { body, ...originOf(from) })
      return errors.length === 0 ? { status: 200 } : refuseReport(deps, source, errors.join('; '))
    },
  })
}

function refuseReport(deps: Pick<ReportDeps, 'log'>, source: PushSource, because: string): RouteResponse {
  logRefusal(deps, source, because)
  return refusal(because)
}

function logRefusal({ log }: Pick<ReportDeps, 'log'>, source: PushSource, because: string): void {
  logRefusedReport(log, `/intake/${source.name}${source.dialect.path}`, because)
}

const TRUNCATED = { 'X-Tocsin-Truncated': 'Says that there are more alerts; absent: these are all.' }

interface ReadSpec {
  readonly path: string
  readonly headers?: ResponseSpec['headers']
  readonly id: string
  readonly summary: string
  readonly read: (query: Static<typeof Query>, principal: Principal | undefined) => Promise<RouteResponse>
}

function readRoute(source: PushSource, { path, id, summary, headers, read }: ReadSpec): Route {
  return defineRoute({
    route: `GET /intake/${source.name}/api/v2/${path}`,
    scope: 'deliveries:read',
    id: idOf(id, source),
    summary,
    query: Query,
    responses: {
      200: {
        description: 'As in the API v2 of Alertmanager.',
        schema: Type.Unknown(),
        ...(headers && { headers }),
      },
      400: refusalSpec('what is wrong with the filter.'),
    },
    handler: ({ query, principal }) => orRefusal(() => read(query, principal)),
  })
}

interface Wanted {
  readonly query: Static<typeof Query>
  readonly principal: Principal | undefined
  readonly write: (alerts: readonly ShownAlert[], query: Static<typeof Query>) => Steps<Buffer>
}

async function listAlerts(
  { store, source, longWork, clock }: Pick<SourceDeps, 'store' | 'source' | 'longWork' | 'clock'>,
  { query, principal, write }: Wanted,
): Promise<RouteResponse> {
  const { filter = [], receiver = '' } = query
  // Serialises the requests of one principal, so that many slow ones delay only its own.
  const name = principal === undefined ? '' : principalKey(principal)
  const matchers = [filter].flat().flatMap(parseMatchers)
  if (!(await longWork.run(name, isShownTo(receiver, clock)))) return { status: 200, body: [] }
  const { alerts, isCut } = await readShown(store, source.name)
  const selected = await longWork.run(
    name,
    selectMatching(alerts, ({ details: { labels = {} } }) => labels, { matchers, clock }),
  )
  const active = await store.listSilencesAt(clock.now())
  const shown = await longWork.run(name, showAlerts(selected, { active, query, now: clock.now() }))
  return {
    status: 200,
    body: await longWork.run(name, write(shown, query)),
    headers: {
      ...AS_JSON,
      ...(isCut && { 'x-tocsin-truncated': `the newest ${alerts.length} alerts only` }),
    },
  }
}

/** Adds silences for all webhooks, and applies the query; by key. */
function* showAlerts(
  alerts: readonly Alert[],
  {
    active,
    query,
    now,
  }: { readonly active: readonly Silence[]; readonly query: Static<typeof Query>; readonly now: Instant },
): Steps<readonly ShownAlert[]> {
  const silences = new Silences(active)
  const windowNames = new Map(active.map((silence) => [silence.id, windowNameOf(silence)]))
  const shown: ShownAlert[] = []
  for (const alert of alerts) {
    const covering = silences.activeOver(matchedAlert(alert), now)
    const silencedBy = covering.filter(({ webhookIds }) => webhookIds === null).map(({ id }) => id)
    const flag = silencedBy.length === 0 ? query.active : query.silenced
    const mutedBy = silencedBy.flatMap((id) => windowNames.get(id) ?? [])
    if (isAsked(flag)) shown.push({ ...alert, silencedBy, mutedBy })
    yield
  }
  return shown.toSorted((a, b) => (a.key < b.key ? -1 : 1))
}

/** `receiver` is a regular expression; an empty one counts as absent. */
function* isShownTo(receiver: string, clock: Pick<Clock, 'monotonic'>): Steps<boolean> {
  if (receiver === '') return true
  const matcher = { name: 'receiver', operator: '=~', value: receiver } as const
  const shown = yield* selectMatching([{ receiver: RECEIVER_NAME }], (labels) => labels, {
    matchers: [matcher],
    clock,
  })
  return shown.length > 0
}
