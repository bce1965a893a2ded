import { RAISED_STATES, type RaisedState } from '../../../domain/alert/severity.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import { DELIVERY_STATES } from '../../../domain/delivery/delivery.ts'
import { groupByServer, ON_CALL_MAX } from '../../../domain/overview/on-call.ts'
import {
  EXCEPTIONS_OF_ALERT_MAX,
  type NotifiedCounts,
  type NotifiedException,
} from '../../../domain/overview/notified-counts.ts'
import type { Instant } from '../../../domain/instant.ts'
import { describeAlert } from '../../../domain/alert/described.ts'
import { asksForText, fitsText, type TextFilter } from '../../../domain/alert/text-filter.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import type { Clock } from '../../../runtime/clock.ts'
import type { Store } from '../../../storage/store.ts'
import { defineRoute, type Route } from '../../routes/route.ts'
import { Type } from '../../routes/schema-builder.ts'
import { EXAMINED_MAX } from '../filtered-page.ts'
import { anyOf, defineQuery } from '../query.ts'
import { alertResource, readAlertView } from '../reports/alert-wire.ts'
import { idSchema, nullable } from '../shapes.ts'
import { TEXT_FILTERS } from '../text-filter.ts'

export interface OnCallDeps {
  readonly store: Pick<Store, 'listAlerts' | 'listSilencesAt' | 'countNotified' | 'nameWebhooks'>
  readonly clock: Clock
}

const query = defineQuery({
  states: anyOf('state', RAISED_STATES, 'Only alerts in one of these states.'),
  server: TEXT_FILTERS.server,
  search: TEXT_FILTERS.search,
  labels: TEXT_FILTERS.labels,
})

const count = (description: string) => Type.Integer({ minimum: 0, description })

const notifiedSchema = Type.Object(
  {
    notified: count('Webhooks whose receiver accepted it.'),
    on_the_way: count('Webhooks to which it is on the way, or held.'),
    not_notified: count('Webhooks that were not notified: the delivery failed or was cancelled.'),
    exceptions: Type.Array(
      Type.Object({
        webhook_id: idSchema('The webhook.'),
        webhook_name: nullable(Type.String(), 'Its name; null: it has been deleted.'),
        state: Type.Enum([...DELIVERY_STATES], { description: 'The state of the delivery.' }),
      }),
      {
        maxItems: EXCEPTIONS_OF_ALERT_MAX,
        description: `Webhooks that were not notified yet, failed ones first; at most ${EXCEPTIONS_OF_ALERT_MAX}.`,
      },
    ),
  },
  { title: 'Notified', description: 'Who was notified of the present state, by its deliveries.' },
)

const onCallAlertSchema = Type.Object(
  { ...alertResource.schema.properties, notified: notifiedSchema },
  { title: 'OnCallAlert' },
)

const onCallSchema = Type.Object(
  {
    servers: Type.Array(
      Type.Object({
        name: nullable(Type.String(), 'The server; null: alerts whose monitor names none.'),
        alerts: Type.Array(onCallAlertSchema, { maxItems: ON_CALL_MAX }),
      }),
      {
        description: 'The server of the worst alert first; within a server the worst first, then the newest.',
      },
    ),
    shown: count(`Alerts in this response, at most ${ON_CALL_MAX}.`),
    is_complete: Type.Boolean({
      description: `False: there are more active alerts than are shown, or than the ${EXAMINED_MAX} that Tocsin examines.`,
    }),
  },
  { title: 'OnCall' },
)

/** Says what the person on call asks first: which servers have active alerts, and who was notified. */
export function onCallRoute({ store, clock }: OnCallDeps): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/on-call',
    scope: 'deliveries:read',
    id: 'getOnCall',
    summary: 'Read the active alerts by server, worst first',
    description: `Of more than ${ON_CALL_MAX} active alerts the worst are shown, and of equally bad ones the newest.`,
    tag: 'alerts',
    query: query.schema,
    responses: { 200: { description: 'The active alerts.', schema: onCallSchema } },
    handler: async (input) => {
      const { states = RAISED_STATES, ...texts } = query.parse(input.query)
      const now = clock.now()
      const found = await findWorst(store, knownOnly<TextFilter>(texts), states)
      const servers = groupByServer(found.alerts)
      const show = await readOnCallView(store, found.alerts, now)
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: {
          servers: servers.map(({ name, alerts }) => ({ name, alerts: alerts.map(show) })),
          shown: found.alerts.length,
          is_complete: found.isComplete,
        },
      }
    },
  })
}

/** Finds the worst alerts that fit, of equally bad ones the newest. */
async function findWorst(
  store: Pick<Store, 'listAlerts'>,
  texts: TextFilter,
  states: readonly RaisedState[],
): Promise<{ readonly alerts: readonly Alert[]; readonly isComplete: boolean }> {
  const alerts: Alert[] = []
  for (const state of RAISED_STATES) {
    if (!states.includes(state)) continue
    const spare = ON_CALL_MAX - alerts.length
    // One alert more than is shown tells that there are more. No index knows texts, so a filter by them reads many.
    const limit = asksForText(texts) ? EXAMINED_MAX : spare + 1
    const listed = await store.listAlerts({ states: [state] }, { limit })
    const fitting = listed.filter((alert) => fitsText(texts, describeAlert(alert)))
    alerts.push(...fitting.slice(0, spare))
    if (fitting.length > spare || listed.length === EXAMINED_MAX) return { alerts, isComplete: false }
  }
  return { alerts, isComplete: true }
}

/** Reads what the alerts are shown with. Returns how one is shown. */
async function readOnCallView(store: OnCallDeps['store'], alerts: readonly Alert[], now: Instant) {
  const [showAlert, counts] = await Promise.all([
    readAlertView(store, now),
    store.countNotified(alerts.map(({ id }) => id)),
  ])
  const webhookIds = new Set(counts.flatMap(({ exceptions }) => exceptions.map(({ webhookId }) => webhookId)))
  const names = new Map((await store.nameWebhooks([...webhookIds])).map(({ id, name }) => [id, name]))
  const byAlert = new Map(counts.map((each) => [each.alertId, each]))
  const nameOf = ({ webhookId, state }: NotifiedException) => ({
    webhook_id: webhookId,
    webhook_name: names.get(webhookId) ?? null,
    state,
  })
  return (alert: Alert) => {
    const { notified, onTheWay, notNotified, exceptions } = byAlert.get(alert.id) ?? NOBODY
    return {
      ...showAlert(alert),
      notified: {
        notified,
        on_the_way: onTheWay,
        not_notified: notNotified,
        exceptions: exceptions.map(nameOf),
      },
    }
  }
}

const NOBODY: Omit<NotifiedCounts, 'alertId'> = { notified: 0, onTheWay: 0, notNotified: 0, exceptions: [] }
