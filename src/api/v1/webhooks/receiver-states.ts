import type { Static } from 'typebox'
import { ALERT_STATES } from '../../../domain/alert/alert.ts'
import type { BriefEvent } from '../../../domain/alert/brief-event.ts'
import { RECEIVER_STATE_FILTERS } from '../../../domain/lists/lists.ts'
import { continuingState } from '../../../domain/receiver-state/after-change.ts'
import type { ReceiverState } from '../../../domain/receiver-state/receiver-state.ts'
import type { Store } from '../../../storage/store.ts'
import { actorOf } from '../../auth/actor.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { found, parametersOf } from '../read-routes.ts'
import { PAGE_LIMIT_MAX, pageSchema, PAGING, readPage, splitPaging } from '../paging.ts'
import { defineQuery } from '../query.ts'
import { findBriefEvents } from '../reports/event-wire.ts'
import { idSchema, nullable, nullableIdSchema, nullableText, nullableTime, resourceOf } from '../resource.ts'

interface ShownReceiverState extends ReceiverState {
  /** Undefined: no longer kept. */
  readonly event: BriefEvent | undefined
  /** Null: deleted. */
  readonly webhookName: string | null
}

const receiverStateResource = resourceOf<ShownReceiverState>()('ReceiverState', {
  alert_id: idSchema('The alert.'),
  alert_name: [
    nullableText('The name of the alert; null: its event is no longer kept.'),
    ({ event }) => event?.name ?? null,
  ],
  object_name: [
    nullableText('The object, if the monitor reported one; null: unknown.'),
    ({ event }) => event?.objectName ?? null,
  ],
  server_name: [
    nullableText('The server, if the monitor reported one; null: unknown.'),
    ({ event }) => event?.serverName ?? null,
  ],
  webhook_id: idSchema('The webhook.'),
  webhook_name: nullableText('Its name; null: it has been deleted.'),
  last_sent: [
    Type.Enum(ALERT_STATES, 'The last state that the receiver accepted; cleared: none, or the clear.'),
    ({ lastSent }) => lastSent.state,
  ],
  uncertain: Type.Boolean('A newer state may have reached the receiver, so the current one is sent again.'),
  desired: [
    Type.Enum(
      ALERT_STATES,
      'The desired state: the state of the alert, or cleared if the webhook does not get that state (`continues_as`).',
    ),
    ({ desired }) => desired.state,
  ],
  continues_as: [
    nullable(
      Type.Enum(
        ALERT_STATES,
        'The state in which the alert continues, though it is no longer for the webhook: matchers, flags or `otherwise` do not fit any more.',
      ),
      'Null: it fits the webhook, has cleared, or its event is no longer kept.',
    ),
    ({ event, desired }) => (event?.newState ? continuingState(event.newState, desired.state) : null),
  ],
  out_of_sync: [
    Type.Boolean(
      'The two differ, and no delivery carries the difference: it is sent by the next change, by a resync, when the webhook is enabled, or when the receiver accepts again after failures.',
    ),
    ({ resync }) => resync !== 'none',
  ],
  out_of_sync_since: nullableTime('Since when the two have differed; null: they do not.'),
  next_reminder_at: [
    nullableTime(
      'When the receiver is reminded of the alert next, if it then still has its state and nothing holds it; null: never.',
    ),
    'nextDue',
  ],
  held_by: nullableIdSchema('The silence that holds the difference until it ends; null: none does.'),
  escalated: Type.Boolean(
    'True: it gets this alert as the fallback of another webhook until the alert clears, whatever its own mode and flags.',
  ),
})

async function toReceiverStateWires(
  receiverStates: readonly ReceiverState[],
  store: Store,
): Promise<readonly Static<typeof receiverStateResource.schema>[]> {
  const [events, names] = await Promise.all([
    findBriefEvents(store, receiverStates),
    store.nameWebhooks([...new Set(receiverStates.map(({ webhookId }) => webhookId))]),
  ])
  const namesById = new Map(names.map(({ id, name }) => [id, name]))
  return receiverStates.map((receiverState) =>
    receiverStateResource.toWire({
      ...receiverState,
      event: events.get(receiverState.eventId),
      webhookName: namesById.get(receiverState.webhookId) ?? null,
    }),
  )
}

const query = defineQuery({ ...PAGING, ...parametersOf(RECEIVER_STATE_FILTERS) })

export function receiverStateRoutes(deps: ApiDeps): readonly Route[] {
  return [listReceiverStates(deps), listReceiverStatesOfAlert(deps), resyncWebhook(deps)]
}

function listReceiverStates({ store }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/webhooks/:id/receiver-states',
    scope: 'deliveries:read',
    id: 'listReceiverStates',
    summary: 'List the receiver states of a webhook',
    description:
      'For webhooks in mode `current_state`, and for fallbacks: alerts whose raise was, or may have been, sent without their clear, and alerts that are out of sync.',
    noun: 'webhook',
    query: query.schema,
    responses: {
      200: { description: 'The newest alerts first.', schema: pageSchema(receiverStateResource.schema) },
    },
    handler: async ({ id, query: raw }) => {
      const { page, filter } = splitPaging(query.parse(raw))
      found(await store.findWebhook(id), 'webhook', id)
      const read = async (given: typeof page) => {
        const notified = await store.listReceiverStates({ webhookId: id, ...filter }, given)
        return notified.map((one) => ({ ...one, id: one.alertId }))
      }
      const { items, next } = await readPage(page, read, (notified) => notified)
      return { status: 200, body: { items: await toReceiverStateWires(items, store), next } }
    },
  })
}

const receiverStatesOfAlertSchema = Type.Object(
  { items: Type.Array(receiverStateResource.schema, { maxItems: PAGE_LIMIT_MAX }) },
  { title: 'ReceiverStatesOfAlert' },
)

function listReceiverStatesOfAlert({ store }: ApiDeps): Route {
  return defineRoute({
    route: 'GET /v1/alerts/:id/receiver-states',
    scope: 'deliveries:read',
    id: 'listReceiverStatesOfAlert',
    summary: 'List the receiver states of an alert',
    description: `For webhooks in mode current_state and fallbacks, by their ids; at most ${PAGE_LIMIT_MAX}.`,
    noun: 'alert',
    responses: { 200: ['One for each webhook.', receiverStatesOfAlertSchema] },
    handler: async ({ id }) => {
      found(await store.findAlert(id), 'alert', id)
      const notified = await store.listReceiverStatesOf(id, PAGE_LIMIT_MAX)
      return { status: 200, body: { items: await toReceiverStateWires(notified, store) } }
    },
  })
}

const resyncSchema = Type.Closed('Resync', {
  forget: Type.Optional(
    Type.Boolean(
      'Start over, for example after the URL was changed to another channel: all open alerts are sent again, and no clear of what was sent before.',
    ),
  ),
  dry_run: Type.Optional(Type.Boolean('Only counts; nothing is changed or sent.')),
})

const resyncedSchema = Type.Object('Resynced', {
  webhook_id: idSchema('The webhook.'),
  alerts: Type.Integer({
    minimum: 0,
    description: 'The number of alerts whose state differs from what was last sent.',
  }),
  dry_run: Type.Boolean('Whether this was a dry run.'),
  detail: Type.String('The same in a sentence.'),
})

function resyncWebhook({ store, clock }: ApiDeps): Route {
  return defineRoute({
    route: 'POST /v1/webhooks/:id/resync',
    scope: 'silences:write',
    id: 'resyncWebhook',
    summary: 'Resync a webhook',
    description:
      'Sends the current state of every alert that differs from what the receiver was last sent, also of alerts that were raised before the webhook was created; 500 a second. In mode `every_change` these are the alerts that were escalated to it as a fallback. Tocsin resyncs a webhook by itself when it is enabled, and when its receiver accepts again after failures.',
    noun: 'webhook',
    body: resyncSchema,
    bodyOptional: true,
    responses: {
      200: ['What differs.', resyncedSchema],
      409: 'It is disabled, or in mode `every_change` and follows no alert as a fallback.',
    },
    handler: async (input) => {
      const { id } = input
      const { forget: forgets = false, dry_run: isDryRun = false } = input.body
      const now = clock.now()
      const { count } = await store.resyncWebhook(id, { now, by: actorOf(input), forgets, isDryRun })
      return {
        status: 200,
        body: { webhook_id: id, alerts: count, dry_run: isDryRun, detail: describe(id, count, isDryRun) },
      }
    },
  })
}

function describe(id: number, count: number, isDryRun: boolean): string {
  const alerts = count === 1 ? '1 alert' : `${count} alerts`
  if (count === 0) return `Nothing differs: the receiver of webhook ${id} has the current state.`
  return isDryRun
    ? `The receiver of webhook ${id} would be sent ${alerts}.`
    : `The receiver of webhook ${id} is sent ${alerts}.`
}
