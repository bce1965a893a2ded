import type { ApiDeps } from '../../deps/api-deps.ts'
import { clearableFrom } from '../../../domain/alert/clear-by-hand.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { withTrace } from '../../../domain/trace/trace-context.ts'
import { followedTrace } from '../../auth/actor.ts'
import { ALERT_STATES, type Alert, type AlertState } from '../../../domain/alert/alert.ts'
import { isForOneWebhook, type AlertEvent } from '../../../domain/alert/event.ts'
import { asksForText, describeAlert, fitsText, type TextFilter } from '../../../domain/alert/text-filter.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import { invalidRequest } from '../../../domain/errors.ts'
import type { AlertId, EventId } from '../../../domain/ids.ts'
import { ALERTS } from '../../../domain/lists/indexed-lists.ts'
import { PAGE_CHARACTERS_MAX, type PageRequest } from '../../../domain/page.ts'
import type { Store } from '../../../storage/store.ts'
import { observationResults, toObservationResults } from '../accepted-wire.ts'
import { alertResource, showAlert, showAlerts } from './alert-wire.ts'
import { alertEventResource } from './event-wire.ts'
import { acknowledgementRoutes, clearAlertRoute } from './alert-actions.ts'
import { observationsSchema, toObservations } from './observation-body.ts'
import { pageSchema, PAGING, readFilteredPage, splitPaging } from '../paging.ts'
import { HISTORY_MAX } from '../../../domain/alert/flapping.ts'
import { formatInstant } from '../../../domain/instant.ts'
import { nullableTime } from '../resource.ts'
import { parametersOf, readOne } from '../read-routes.ts'
import { defineQuery } from '../query.ts'

const query = defineQuery({ ...PAGING, ...parametersOf(ALERTS.filters) })

const acceptedSchema = Type.Object({ results: observationResults })

const alertWithHistorySchema = Type.Object('AlertWithHistory', {
  ...alertResource.schema.properties,
  clearable_from: nullableTime(
    'The time from which it can be cleared by hand, if no report arrives until then: ten minutes after its last report, or when what its monitor promised has run out. Null: it is cleared.',
  ),
  history: Type.Array(
    alertEventResource.schema,
    `Its newest ${HISTORY_MAX} changes, and acknowledgements, newest first; fewer if they are long. Resyncs are left out.`,
  ),
})

export function alertRoutes(deps: ApiDeps): readonly Route[] {
  return [
    reportAlerts(deps),
    listAlerts(deps),
    getAlert(deps),
    clearAlertRoute(deps),
    ...acknowledgementRoutes(deps),
  ]
}

function reportAlerts({ clock, intake }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/alerts',
    scope: 'events:write',
    id: 'reportAlerts',
    summary: 'Report alerts',
    description:
      'One observation, or a list of up to 1000: a mistake in one of them refuses the list, and changes nothing. What goes to many webhooks is stored in parts; if that fails in the middle (503), send the whole list again. The response comes after everything is durable.',
    body: observationsSchema,
    responses: { 200: ['The result of each observation.', acceptedSchema] },
    handler: async ({ body, ...from }) => {
      const observations = withTrace(toObservations(body, clock.now()), followedTrace(from))
      const accepted = await intake.acceptObservations(observations)
      return { status: 200, body: { results: toObservationResults(accepted, observations) } }
    },
  })
}

function listAlerts(deps: ApiDeps): Route {
  const { store, clock, staleAfterMs } = deps
  return defineRoute({
    route: 'GET /v1/alerts',
    scope: 'deliveries:read',
    id: 'listAlerts',
    summary: 'List alerts, newest first',
    query: query.schema,
    responses: { 200: { description: 'A page of alerts.', schema: pageSchema(alertResource.schema) } },
    handler: async (input) => {
      const { page, filter: given } = splitPaging(query.parse(input.query))
      const { active: asked, stale = false, server, object, search, labels, ...rest } = given
      const isLongest = rest.order === 'longest'
      if (isLongest) refuseWithLongest({ cursor: page.before, server, object, search, label: labels })
      const active = asked ?? (isLongest || undefined)
      const states = statesThatAre({ active, stale }, rest.states)
      if (states?.length === 0) return { status: 200, body: { items: [], next: null } }
      const silent = stale ? { silentSince: clock.now() - staleAfterMs } : {}
      const read = (page: PageRequest) =>
        store.listAlerts({ ...rest, ...(states && { states }), ...silent }, page)
      const texts = knownOnly<TextFilter>({ server, search, labels })
      const fitting = (chunk: readonly Alert[]) =>
        chunk.filter((alert) => fitsText(texts, describeAlert(alert)) && isOn(alert, object))
      const isFiltered = asksForText(texts) || object !== undefined
      const { items, next } = await readFilteredPage(page, read, isFiltered ? fitting : undefined)
      const shown = await showAlerts(deps, items, input)
      return { status: 200, body: { items: shown, next: isLongest ? null : next } }
    },
  })
}

function getAlert(deps: ApiDeps): Route {
  const { store } = deps
  return readOne({
    path: '/v1/alerts/:id',
    scope: 'deliveries:read',
    id: 'getAlert',
    summary: 'Read one alert with its history',
    noun: 'alert',
    schema: alertWithHistorySchema,
    find: (id) => store.findAlert(id),
    show: async (alert, from) => ({
      ...(await showAlert(deps, alert, from)),
      clearable_from: alert.state === 'cleared' ? null : formatInstant(clearableFrom(alert)),
      history: (await readChanges(alert.id, store)).map(alertEventResource.toWire),
    }),
  })
}

/** Reads an alert's changes and acknowledgements, skipping other events, in a few readings at most. */
async function readChanges(alertId: AlertId, store: Store): Promise<readonly AlertEvent[]> {
  const changes: AlertEvent[] = []
  let before: EventId | undefined
  for (let readings = 0; readings < READINGS_MAX && changes.length < HISTORY_MAX; readings += 1) {
    const newest = { limit: HISTORY_MAX, charactersMax: PAGE_CHARACTERS_MAX }
    const events = await store.listEvents(
      { kind: 'alert', alertId },
      { ...newest, ...(before !== undefined && { before }) },
    )
    const ofAlert = events.filter((event) => event.kind === 'alert')
    changes.push(...ofAlert.filter((event) => !isForOneWebhook(event)))
    if (events.length < HISTORY_MAX) break
    before = events.at(-1)?.id
  }
  return changes.slice(0, HISTORY_MAX)
}

const READINGS_MAX = 4

function statesThatAre(
  { active, stale }: { readonly active: boolean | undefined; readonly stale: boolean },
  states: readonly AlertState[] | undefined,
): readonly AlertState[] | undefined {
  if (active === undefined && !stale) return states
  return (states ?? ALERT_STATES).filter((state) => {
    const isActive = state !== 'cleared'
    return (active ?? isActive) === isActive && (!stale || isActive)
  })
}

/** A cursor cannot continue in this order. */
function refuseWithLongest(others: Readonly<Record<string, unknown>>): void {
  const given = Object.entries(others).filter(([, value]) => value !== undefined)
  if (given.length === 0) return
  throw invalidRequest(
    given.map(([path]) => ({
      path,
      message: 'does not go with `order=longest`, which is one page; leave it out',
    })),
  )
}

function isOn({ details: { objectName = '' } }: Alert, object = ''): boolean {
  return objectName.toLowerCase().includes(object.toLowerCase())
}
