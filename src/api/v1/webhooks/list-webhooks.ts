import { invalidRequest } from '../../../domain/errors.ts'
import { formatInstant, type Instant } from '../../../domain/instant.ts'
import { WEBHOOK_FILTERS } from '../../../domain/lists/lists.ts'
import type { CharactersMaxOf } from '../../../domain/matching/match-budget.ts'
import { explainHealth, HEALTH_STATES, healthStateOf } from '../../../domain/overview/receiver-health.ts'
import {
  type CalledWebhook,
  isUncalledSince,
  type ListedWebhook,
  orderByCalls,
  orderByHealth,
  type WebhookOrder,
  type WebhookSearch,
} from '../../../domain/overview/webhook-search.ts'
import { countCharacters, cutBySize, mapPage, type Page, type PageRequest } from '../../../domain/page.ts'
import { MODES, PAYLOAD_TYPES, type Webhook } from '../../../domain/webhook/webhook.ts'
import { findSharedWarnings, WarningCounts } from '../../../webhooks/find-warnings.ts'
import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { readWebhookLimits } from '../budget-limits.ts'
import { parametersOf } from '../read-routes.ts'
import { pageSchema, PAGING, readPage, splitPaging } from '../paging.ts'
import { defineQuery, oneOf } from '../query.ts'
import {
  idSchema,
  instantOrNull,
  instantSchema,
  nullable,
  nullableText,
  nullableTime,
  resourceOf,
  textMap,
  within,
} from '../resource.ts'
import { readerOf, SHOW } from './hidden-values.ts'
import { readCalls, recentCalls, rejections, type WithCalls } from './recent-calls-wire.ts'
import { toWire, WEBHOOK } from './webhook-wire.ts'

const TIME_OR_NULL = nullableTime()

const flag = (state: string) => Type.Boolean(`Whether it is notified of alerts that become ${state}.`)

interface BriefWebhook extends ListedWebhook, WithCalls {
  readonly warningCount: number
}

const briefHealth = resourceOf<ListedWebhook>()(
  {
    state: [Type.Enum([...HEALTH_STATES]), ({ health, webhook }) => healthStateOf(health, webhook)],
    explanation: [
      Type.String('The same as a sentence.'),
      ({ health, webhook }) => explainHealth(health, webhook),
    ],
    failures: [
      Type.Integer({ minimum: 0, description: 'Failed attempts since the last accepted one.' }),
      ({ health }) => health.failures,
    ],
    failing_since: [TIME_OR_NULL, ({ health }) => instantOrNull(health.failingSince)],
    paused_until: [TIME_OR_NULL, ({ health }) => instantOrNull(health.pausedUntil)],
    ...within(({ health }: ListedWebhook) => health, rejections),
    late_since: [TIME_OR_NULL, ({ health }) => instantOrNull(health.lateSince)],
  },
  { description: 'The health of its receiver, as in `/v1/webhooks/{id}/health`.' },
)

const shownWebhook = resourceOf<Webhook>()({
  id: idSchema('The id of the webhook.'),
  name: Type.String(),
  description: Type.String('A note for people.'),
  url: Type.String('Secret parts are `***`; see `show`.'),
  tags: nullable(textMap('Names and values.'), 'Tags by which people find and group webhooks; null: none.'),
  enabled: Type.Boolean('Whether the webhook is called.'),
  method: Type.String(),
  payload_type: Type.Enum([...PAYLOAD_TYPES]),
  low_alert: [flag('low'), ({ alertFlags }) => alertFlags.low],
  med_alert: [flag('medium'), ({ alertFlags }) => alertFlags.medium],
  high_alert: [flag('high'), ({ alertFlags }) => alertFlags.high],
  cleared_alert: [flag('cleared'), ({ alertFlags }) => alertFlags.cleared],
  match: nullableText('The matchers of the events that it gets; null: every event.'),
  mode: Type.Enum(MODES, 'Whether the receiver gets every change, or the current state.'),
  signed: [
    Type.Boolean('Whether its requests are signed.'),
    ({ signingSecrets }) => signingSecrets.length > 0,
  ],
  fallback_webhook_id: nullable(
    Type.Integer({ minimum: 1 }),
    'The webhook that is notified when its deliveries fail.',
  ),
  disabled_reason: nullableText('Why the service disabled it; null: it did not.'),
})

/** A webhook as everybody may see it: without template, headers or TLS settings. */
const briefWebhook = resourceOf<BriefWebhook>()('BriefWebhook', {
  ...within(({ webhook }: BriefWebhook) => webhook, shownWebhook),
  health: [briefHealth.schema, briefHealth.toWire],
  ...recentCalls.list,
  warning_count: Type.Integer({
    minimum: 0,
    description: 'How many `warnings` its definition has; `/v1/webhooks/{id}/health` has them.',
  }),
  revision: [
    Type.Integer({ minimum: 1, description: 'The revision; it grows with each change.' }),
    ({ webhook }) => webhook.revision,
  ],
  updated_at: [instantSchema('When it was changed last.'), ({ webhook }) => formatInstant(webhook.updatedAt)],
})

const query = defineQuery(
  {
    ...PAGING,
    ...SHOW,
    ...parametersOf(WEBHOOK_FILTERS),
    view: oneOf(
      'view',
      ['brief'],
      '`brief`: without template, headers and TLS, with health and recent calls of each webhook.',
    ),
  },
  { label: 'is called tag', labels: 'is called tag' },
)

/** Lists webhooks by id, or in an order for finding problems. */
export function listWebhooks(deps: ApiDeps): Route {
  const { clock, publicUrl } = deps
  const warnings = new WarningCounts({ publicUrl })
  return defineRoute({
    route: 'GET /v1/webhooks',
    scope: 'webhooks:read',
    id: 'listWebhooks',
    summary: 'List webhooks',
    query: query.schema,
    responses: {
      200: {
        description: 'A page of webhooks; with `view=brief` of brief ones.',
        schema: Type.Union([pageSchema(WEBHOOK), pageSchema(briefWebhook.schema)]),
      },
    },
    handler: async (input) => {
      const { page, filter } = splitPaging(query.parse(input.query))
      const { show, view, order = 'id', notCalledMs, ...search } = filter
      if (order !== 'id' && page.before !== undefined) throw orderedCursor()
      const seen = readerOf({ ...(show && { show }) }, input.principal)
      const now = clock.now()
      const notCalledSince = notCalledMs === undefined ? undefined : now - notCalledMs
      const isBrief = view === 'brief'
      const toShown = ({ webhook, health, calls }: CalledWebhook, limitOf: CharactersMaxOf) => ({
        id: webhook.id,
        webhook: seen(webhook),
        health,
        calls,
        now,
        // Counts by stored values: hidden ones say nothing.
        warningCount: isBrief
          ? warnings.countOf(webhook, now) + findSharedWarnings(webhook, limitOf).length
          : 0,
      })
      const read = async (asked: PageRequest) => {
        const called = await findCalled(deps, { search, order, notCalledSince, page: asked, now })
        const listed = isBrief ? called.map(({ webhook }) => webhook) : []
        const limitOf = await readWebhookLimits(deps.store, listed)
        return mapPage(called, (one) => toShown(one, limitOf))
      }
      const toWireOf = isBrief ? briefWebhook.toWire : ({ webhook }: ListedWebhook) => toWire(webhook)
      const body = await readPage(page, read, toWireOf)
      return { status: 200, body: order === 'id' ? body : { ...body, next: null } }
    },
  })
}

function orderedCursor(): Error {
  return invalidRequest([
    { path: 'cursor', message: 'does not go with `order`, which is one page; leave it out' },
  ])
}

interface Asked {
  readonly search: WebhookSearch
  readonly order: WebhookOrder
  readonly notCalledSince: Instant | undefined
  readonly page: PageRequest
  readonly now: Instant
}

/** Reads a page of webhooks with their calls; reads all webhooks only if calls decide the page. */
async function findCalled(deps: ApiDeps, asked: Asked): Promise<Page<CalledWebhook>> {
  const { store } = deps
  const { search, order, notCalledSince, page, now } = asked
  const { before: after, limit, charactersMax } = page
  // By id upwards: the cursor is the greatest id shown.
  const from = after === undefined ? {} : { after }
  if (order === 'id' && notCalledSince === undefined) {
    const size = charactersMax === undefined ? { limit } : { limit, charactersMax }
    return withCalls(deps, await store.searchWebhooks(search, { ...from, ...size }, now))
  }
  const all = await store.searchWebhooks(search, { ...from, limit: Infinity }, now)
  const firstOf = <Listed extends ListedWebhook>(listed: readonly Listed[]) =>
    cutBySize(listed.slice(0, limit), charactersMax, ({ webhook }) => countCharacters(webhook))
  const listed = order === 'worst' ? orderByHealth(all) : all
  if (order === 'worst' && notCalledSince === undefined) return withCalls(deps, firstOf(listed))
  const wanted = (await withCalls(deps, listed)).filter(
    ({ calls }) => notCalledSince === undefined || isUncalledSince(calls, notCalledSince),
  )
  return firstOf(order === 'worst' || order === 'id' ? wanted : orderByCalls(wanted, order, now))
}

async function withCalls(deps: ApiDeps, found: Page<ListedWebhook>): Promise<Page<CalledWebhook>> {
  const called = found.map(({ webhook, health }) => ({
    id: webhook.id,
    firstAcceptedAt: health.firstAcceptedAt,
  }))
  const byId = await readCalls(deps, called)
  return mapPage(found, (listed) => ({ ...listed, calls: byId.get(listed.webhook.id)! }))
}
