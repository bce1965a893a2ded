import { knownOnly } from '../../../domain/without-undefined.ts'
import type { Static } from 'typebox'
import { Type } from '../../routes/route.ts'
import { ALERT_STATES } from '../../../domain/alert/alert.ts'
import { EVENT_KINDS } from '../../../domain/alert/event.ts'
import { DELIVERY_STATES, UNDELIVERED_STATES, type DeliveryState } from '../../../domain/delivery/delivery.ts'
import { invalidRequest, type Issue } from '../../../domain/errors.ts'
import {
  DEFAULT_STATES_OF_KIND,
  OPERATION_KINDS,
  STATES_OF_KIND,
  type NewOperation,
  type OperationKind,
} from '../../../domain/operation/operation.ts'
import type { DeliveryFilter, EventFilter } from '../../../domain/filter/delivery-filters.ts'
import { ASKED_LABELS_MAX, type Pair } from '../../../domain/alert/text-filter.ts'
import { FILTER_TEXT_MAX } from '../query.ts'
import { readPair } from '../read-routes.ts'
import { readTime, timeMember } from '../reports/intake-body.ts'

const idMember = (description: string) =>
  Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description }))

const textMember = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: FILTER_TEXT_MAX, description }))

const filterSchema = Type.Object(
  {
    state: Type.Optional(
      Type.Array(Type.Enum([...DELIVERY_STATES]), {
        minItems: 1,
        maxItems: DELIVERY_STATES.length,
        description:
          'Only deliveries in one of these states. If not given: `failed` for retry; `waiting`, `pending` and `sending` for cancel; those four for reroute.',
      }),
    ),
    undelivered: Type.Optional(
      Type.Boolean('True: every state that the action applies to, instead of `state`.'),
    ),
    webhook_id: idMember('Only deliveries to this webhook.'),
    event_id: idMember('Only deliveries of this event.'),
    alert_id: idMember('Only deliveries of events of this alert.'),
    severity: Type.Optional(
      Type.Array(Type.Enum([...ALERT_STATES]), {
        minItems: 1,
        maxItems: ALERT_STATES.length,
        description: 'Only deliveries of alerts that came to one of these states.',
      }),
    ),
    kind: Type.Optional(Type.Enum(EVENT_KINDS, 'Only deliveries of such events.')),
    server: textMember('Only deliveries of events with this in the name of their server.'),
    search: textMember('Only deliveries of events with this in one of their texts, as in `/v1/deliveries`.'),
    label: Type.Optional(
      Type.Array(Type.String({ maxLength: FILTER_TEXT_MAX }), {
        minItems: 1,
        maxItems: ASKED_LABELS_MAX,
        description: 'Only deliveries of events with all of these labels, each as `name=value`.',
      }),
    ),
    from: timeMember('Only deliveries created then or later.'),
    until: timeMember('Only deliveries created before then.'),
  },
  { additionalProperties: false, description: 'The filter; all members must match.' },
)

export const newOperationSchema = Type.Closed('NewDeliveryOperation', {
  kind: Type.Enum(
    OPERATION_KINDS,
    'retry: failed and cancelled deliveries start again; cancel: waiting and pending ones end; reroute: another webhook gets their events instead.',
  ),
  filter: Type.Optional(filterSchema),
  all: Type.Optional(
    Type.Boolean('True: all deliveries, without a filter. An empty filter alone is refused.'),
  ),
  webhook_id: idMember('For a reroute: the webhook that is notified instead.'),
  dry_run: Type.Optional(Type.Boolean('True: only counts.')),
})

type Body = Static<typeof newOperationSchema>
type Filter = Static<typeof filterSchema>

/** Throws one `invalid_request` with every mistake. */
export function toNewOperation(body: Body): NewOperation {
  const { kind, filter = {}, webhook_id: targetWebhookId } = body
  const issues: Issue[] = []
  const refuse = (path: string, message: string) => void issues.push({ path, message })
  const refuseFilter = (member: string, message: string) => refuse(`filter.${member}`, message)
  refuseExtent(body, refuse)
  if (kind === 'reroute' && targetWebhookId === undefined) {
    refuse('webhook_id', '(beside `kind`, not in `filter`) is required: the webhook that is notified instead')
  }
  if (kind !== 'reroute' && targetWebhookId !== undefined) {
    refuse(
      'webhook_id',
      `is for a reroute only; which webhook a ${kind} is about stands in filter.webhook_id`,
    )
  }
  const states = readStates(kind, filter, refuseFilter)
  const known = knownOnly<DeliveryFilter & EventFilter>({
    webhookId: filter.webhook_id,
    eventId: filter.event_id,
    alertId: filter.alert_id,
    severities: filter.severity && [...new Set(filter.severity)],
    kind: filter.kind,
    server: filter.server,
    search: filter.search,
    labels: readLabels(filter.label, refuseFilter),
    from: readTime('from', filter.from, refuseFilter),
    until: readTime('until', filter.until, refuseFilter),
  })
  if (issues.length > 0) throw invalidRequest(issues)
  return { kind, filter: { ...known, states }, targetWebhookId: targetWebhookId ?? null }
}

/** Throws if both are given. */
export function statesOfList(
  states: readonly DeliveryState[] | undefined,
  undelivered: boolean | undefined,
): readonly DeliveryState[] | undefined {
  if (!undelivered) return states
  if (states === undefined) return UNDELIVERED_STATES
  throw invalidRequest([{ path: 'undelivered', message: BOTH }])
}

const BOTH = 'cannot stand together with `state`; leave out one of the two'

/** Requires `all` without a filter: a forgotten filter must not reach every delivery. */
function refuseExtent({ filter = {}, all = false }: Body, refuse: (path: string, message: string) => void) {
  const isEmpty = Object.values(filter).every(
    (value) => value === undefined || value === null || value === false,
  )
  if (isEmpty && !all) {
    refuse('filter', 'must name at least one thing, such as webhook_id; for all deliveries, send "all": true')
  }
  if (!isEmpty && all) refuse('all', 'cannot stand together with a filter; leave out one of the two')
}

function readStates(
  kind: OperationKind,
  { state, undelivered }: Filter,
  refuse: (member: string, message: string) => void,
): readonly DeliveryState[] {
  const possible = STATES_OF_KIND[kind]
  if (undelivered && state !== undefined) refuse('undelivered', BOTH)
  if (undelivered) return possible
  const wrong = state?.find((each) => !possible.includes(each))
  if (wrong !== undefined) {
    refuse('state', `has ${wrong}, in which a ${kind} can do nothing; it is for ${possible.join(', ')}`)
  }
  return state === undefined ? DEFAULT_STATES_OF_KIND[kind] : [...new Set(state)]
}

function readLabels(
  texts: readonly string[] | undefined,
  refuse: (member: string, message: string) => void,
): readonly Pair[] | undefined {
  return texts?.flatMap((text, index) => {
    try {
      return [readPair(text)]
    } catch (error) {
      refuse(`label.${index}`, (error as Error).message)
      return []
    }
  })
}
