import type { ApiDeps } from '../../deps/api-deps.ts'
import type { Alert } from '../../../domain/alert/alert.ts'
import { describeAlert, fitsText, type TextFilter } from '../../../domain/alert/text-filter.ts'
import { RAISED_STATES } from '../../../domain/alert/severity.ts'
import { DELIVERY_STATES } from '../../../domain/delivery/delivery.ts'
import type { WebhookId } from '../../../domain/ids.ts'
import type { Instant } from '../../../domain/instant.ts'
import {
  ACTIVE_EXAMINED_MAX,
  type ActiveAlert,
  compareActive,
  EXCEPTIONS_OF_ALERT_MAX,
  type NotifiedCounts,
  type NotifiedException,
  ON_CALL_MAX,
  ON_THE_WAY_MS,
  UNNOTIFIED_NAMED_MAX,
  viewOnCall,
  wokeNobody,
} from '../../../domain/overview/on-call.ts'
import { HEALTH_STATES, healthStateOf, type HealthState } from '../../../domain/overview/receiver-health.ts'
import { knownOnly } from '../../../domain/without-undefined.ts'
import { ON_CALL_FILTERS } from '../../../domain/lists/lists.ts'
import type { Store } from '../../../storage/store.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { defineQuery } from '../query.ts'
import { alertResource, toAlertWire } from '../reports/alert-wire.ts'
import { count, idSchema, nullable } from '../resource.ts'
import { parametersOf } from '../read-routes.ts'
import { onCallReader, type ActiveAlerts } from './on-call-reader.ts'

const query = defineQuery(parametersOf(ON_CALL_FILTERS))

const countsSchema = (description: string) =>
  Type.Object(
    { high: count('Severity high.'), medium: count('Severity medium.'), low: count('Severity low.') },
    { description },
  )

const notifiedSchema = Type.Object(
  {
    notified: count('Webhooks whose receiver accepted it.'),
    on_the_way: count('Webhooks to which it is on the way, or held.'),
    not_notified: count('Webhooks that were not notified: the delivery failed or was cancelled.'),
    exceptions: Type.Array(
      Type.Object({
        webhook_id: idSchema('The webhook.'),
        webhook_name: nullable(Type.String(), 'Its name; null: it has been deleted.'),
        state: Type.Enum(DELIVERY_STATES, 'The state of the delivery.'),
        health: nullable(
          Type.Enum([...HEALTH_STATES]),
          'The health of its receiver, as in `/v1/webhooks/{id}/health`, if the alert changed more than a minute ago; null: it is not asked for, or the webhook has been deleted.',
        ),
      }),
      {
        maxItems: EXCEPTIONS_OF_ALERT_MAX,
        description: `Webhooks that were not notified yet, failed ones first; at most ${EXCEPTIONS_OF_ALERT_MAX}.`,
      },
    ),
  },
  { title: 'Notified', description: 'Who was notified of the present state, by its deliveries.' },
)

const onCallAlertSchema = Type.Object('OnCallAlert', {
  ...alertResource.schema.properties,
  notified: notifiedSchema,
  notified_nobody: Type.Boolean(
    'No receiver accepted a notification of its present state, none has been on the way for less than a minute, and nobody acknowledged or silenced it.',
  ),
})

const onCallSchema = Type.Object('OnCall', {
  total: count('Active alerts that fit the filters.'),
  counts: countsSchema('The same by severity.'),
  server_count: count('Servers of these alerts.'),
  servers: Type.Array(
    Type.Object({
      name: nullable(Type.String(), 'The server; null: alerts whose monitor names none.'),
      counts: countsSchema('Its active alerts that fit the filters, shown or not.'),
      alerts: Type.Array(onCallAlertSchema, { maxItems: ON_CALL_MAX }),
    }),
    { description: 'In the order of their first alerts.' },
  ),
  shown: count(`Alerts in this response, at most ${ON_CALL_MAX}.`),
  is_complete: Type.Boolean('False: there are more active alerts than are shown.'),
  is_counted: Type.Boolean(
    `False: more than ${ACTIVE_EXAMINED_MAX} alerts are active; the counts are those of so many.`,
  ),
  notified_nobody: Type.Object(
    {
      count: count('How many.'),
      alerts: Type.Array(
        Type.Object({
          id: idSchema('The alert.'),
          name: Type.String(),
          server_name: nullable(Type.String(), 'Its server; null: its monitor names none.'),
        }),
        {
          maxItems: UNNOTIFIED_NAMED_MAX,
          description: `The oldest of them, at most ${UNNOTIFIED_NAMED_MAX}.`,
        },
      ),
    },
    { description: 'High alerts that notified nobody, of all that are active, whatever the filters.' },
  ),
})

/** Defines the route that says which servers have active alerts, and who was notified. */
export function onCallRoute(deps: ApiDeps): Route {
  const readActive = onCallReader(deps)
  return defineRoute({
    route: 'GET /v1/on-call',
    scope: 'deliveries:read',
    id: 'getOnCall',
    summary: 'Read the active alerts by server',
    description: `High alerts that notified nobody come first, then those that are neither acknowledged nor silenced, the worst, the oldest. Of more than ${ON_CALL_MAX} the first are shown; all are counted.`,
    query: query.schema,
    responses: { 200: ['The active alerts.', onCallSchema] },
    handler: async (input) => {
      const { states = RAISED_STATES, ...texts } = query.parse(input.query)
      const { at, active, areAll, silencesOf } = await readActive()
      const unnotified = active.filter(wokeNobody).toSorted(compareActive)
      const fitting = active.filter(
        ({ alert }) =>
          states.some((state) => state === alert.state) &&
          fitsText(knownOnly<TextFilter>(texts), describeAlert(alert)),
      )
      const view = viewOnCall(fitting, ON_CALL_MAX)
      const show = await readOnCallView(
        deps.store,
        view.servers.flatMap(({ alerts }) => alerts),
        silencesOf,
        at,
      )
      return {
        status: 200,
        headers: { 'cache-control': 'no-store' },
        body: {
          total: fitting.length,
          counts: view.counts,
          server_count: view.serverCount,
          servers: view.servers.map(({ name, counts, alerts }) => ({
            name,
            counts,
            alerts: alerts.map(show),
          })),
          shown: view.shown,
          is_complete: view.shown === fitting.length && areAll,
          is_counted: areAll,
          notified_nobody: {
            count: unnotified.length,
            alerts: unnotified.slice(0, UNNOTIFIED_NAMED_MAX).map(({ alert: { id, name, details } }) => ({
              id,
              name,
              server_name: details.serverName ?? null,
            })),
          },
        },
      }
    },
  })
}

/** Reads what the shown alerts need. Returns how one is shown. */
async function readOnCallView(
  store: Store,
  shown: readonly ActiveAlert[],
  silencesOf: ActiveAlerts['silencesOf'],
  now: Instant,
) {
  const counts = await store.countNotified(shown.map(({ alert }) => alert.id))
  const byAlert = new Map(counts.map((each) => [each.alertId, each]))
  const webhookIds = new Set(counts.flatMap(({ exceptions }) => exceptions.map(({ webhookId }) => webhookId)))
  const names = new Map((await store.nameWebhooks([...webhookIds])).map(({ id, name }) => [id, name]))
  const isLate = ({ changedAt }: Alert) => now - changedAt >= ON_THE_WAY_MS
  const late = shown.flatMap(({ alert }) => (isLate(alert) ? (byAlert.get(alert.id)?.exceptions ?? []) : []))
  const healthOf = await readHealth(store, late, now)
  return ({ alert, hasNotifiedNobody }: ActiveAlert) => {
    const { notified, onTheWay, notNotified, exceptions } = byAlert.get(alert.id) ?? NOBODY
    return {
      ...toAlertWire(alert, silencesOf(alert.id), now),
      notified_nobody: hasNotifiedNobody,
      notified: {
        notified,
        on_the_way: onTheWay,
        not_notified: notNotified,
        exceptions: exceptions.map(({ webhookId, state }) => ({
          webhook_id: webhookId,
          webhook_name: names.get(webhookId) ?? null,
          state,
          health: isLate(alert) ? (healthOf.get(webhookId) ?? null) : null,
        })),
      },
    }
  }
}

async function readHealth(
  store: Store,
  exceptions: readonly NotifiedException[],
  now: Instant,
): Promise<ReadonlyMap<WebhookId, HealthState>> {
  if (exceptions.length === 0) return new Map()
  const webhooks = await store.searchWebhooks({}, { limit: Infinity }, now)
  return new Map(webhooks.map(({ webhook, health }) => [webhook.id, healthStateOf(health, webhook)]))
}

const NOBODY: Omit<NotifiedCounts, 'alertId'> = { notified: 0, onTheWay: 0, notNotified: 0, exceptions: [] }
