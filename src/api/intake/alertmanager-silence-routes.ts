import type { ApiDeps } from '../deps/api-deps.ts'
import { actorOf } from '../auth/actor.ts'
import { defineRoute, type Route, Type } from '../routes/route.ts'
import type { PushSource } from '../../intake/source.ts'
import { orRefusal, refusalSpec } from './alertmanager-refusal.ts'
import {
  endAlertmanagerSilence,
  getAlertmanagerSilence,
  listAlertmanagerSilences,
  postAlertmanagerSilence,
  statesAsked,
} from './alertmanager-silences.ts'

interface SilenceRoutesDeps extends ApiDeps {
  readonly source: PushSource
  readonly idOf: (id: string) => string
}

/** Conditions on labels, one per parameter. */
export const filterSchema = Type.Optional(
  Type.Union([
    Type.String({ maxLength: 4096 }),
    Type.Array(Type.String({ maxLength: 4096 }), { maxItems: 100 }),
  ]),
)

/** Unknown parameters are ignored: newer clients may send some. */
const Query = Type.Object({
  filter: filterSchema,
  active: Type.Optional(Type.String()),
  pending: Type.Optional(Type.String()),
  expired: Type.Optional(Type.String()),
})
const Params = Type.Object({ silenceID: Type.String('The id, as a UUID or as a number.') })

const AS_ALERTMANAGER = { description: 'As in the API v2 of Alertmanager.', schema: Type.Unknown() }
const NOT_FOUND = refusalSpec('there is no such silence.')

/** Shows the silences of `/v1/silences` as Alertmanager's API v2, for all sources. */
export function alertmanagerSilenceRoutes(deps: SilenceRoutesDeps): readonly Route[] {
  return [list(deps), post(deps), get(deps), remove(deps)]
}

function list(deps: SilenceRoutesDeps): Route {
  return defineRoute({
    route: `GET /intake/${deps.source.name}/api/v2/silences`,
    scope: 'deliveries:read',
    id: deps.idOf('listPrometheusSilences'),
    summary: 'List silences as Alertmanager does',
    query: Query,
    responses: {
      200: {
        ...AS_ALERTMANAGER,
        headers: { 'X-Tocsin-Truncated': 'Says that there are more silences; absent: these are all.' },
      },
      400: refusalSpec('what is wrong with the filter.'),
    },
    handler: ({ query, principal }) =>
      orRefusal(async () => {
        const asked = { filter: [query.filter ?? []].flat(), states: statesAsked(query) }
        const { silences, isCut } = await listAlertmanagerSilences(deps, asked, principal)
        const headers = { 'x-tocsin-truncated': `the newest ${silences.length} silences only` }
        return { status: 200, body: silences, ...(isCut && { headers }) }
      }),
  })
}

function post(deps: SilenceRoutesDeps): Route {
  return defineRoute({
    route: `POST /intake/${deps.source.name}/api/v2/silences`,
    scope: 'silences:write',
    id: deps.idOf('postPrometheusSilence'),
    summary: 'Create or change a silence as in Alertmanager',
    description:
      'The matchers compare labels; `alertname` is the name of the alert, whichever monitor reports it. With an `id`, that silence changes; one that has begun and gets other matchers, and one that has ended, is replaced by a new one.',
    body: Type.Unknown(),
    responses: {
      200: {
        description: 'The id of the silence, in the form of a UUID.',
        schema: Type.Object({ silenceID: Type.String() }),
      },
      400: refusalSpec('every mistake.'),
      404: NOT_FOUND,
    },
    handler: (input) =>
      orRefusal(async () => ({
        status: 200,
        body: await postAlertmanagerSilence(deps, input.body, actorOf(input)),
      })),
  })
}

function get(deps: SilenceRoutesDeps): Route {
  return defineRoute({
    route: `GET /intake/${deps.source.name}/api/v2/silence/:silenceID`,
    scope: 'deliveries:read',
    id: deps.idOf('getPrometheusSilence'),
    summary: 'Read a silence as Alertmanager shows it',
    params: Params,
    responses: { 200: AS_ALERTMANAGER, 404: NOT_FOUND },
    handler: ({ params }) =>
      orRefusal(async () => ({ status: 200, body: await getAlertmanagerSilence(deps, params.silenceID) })),
  })
}

function remove(deps: SilenceRoutesDeps): Route {
  return defineRoute({
    route: `DELETE /intake/${deps.source.name}/api/v2/silence/:silenceID`,
    scope: 'silences:write',
    id: deps.idOf('endPrometheusSilence'),
    summary: 'End a silence now, as in Alertmanager',
    description: 'One that has ended already stays as it is.',
    params: Params,
    responses: { 200: 'It has ended.', 404: NOT_FOUND },
    handler: (input) =>
      orRefusal(async () => {
        await endAlertmanagerSilence(deps, input.params.silenceID, actorOf(input))
        return { status: 200 }
      }),
  })
}
