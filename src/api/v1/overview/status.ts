import type { ApiDeps } from '../../deps/api-deps.ts'
import { defineRoute, type Route, Type } from '../../routes/route.ts'
import { NODE_ROLES, type ServiceNode } from '../../../domain/overview/node.ts'
import { healthProblemSchema } from '../../routes/probes.ts'
import { backlogResource, openNotificationsResource } from './overview-wire.ts'
import { count, idSchema, instantSchema, resourceOf } from '../resource.ts'
import type { Webhook } from '../../../domain/webhook/webhook.ts'
import { presetRuleOf } from '../../../presets/fill-preset.ts'

const NAMED_MAX = 5

const ruleProposalsSchema = Type.Object(
  {
    count: Type.Integer({ minimum: 0, description: 'How many there are.' }),
    webhooks: Type.Array(
      Type.Object({
        webhook_id: idSchema('The webhook.'),
        name: Type.String(),
        preset: Type.String('The preset whose rule would notice a login page.'),
      }),
      { maxItems: NAMED_MAX, description: 'The first of them, by id.' },
    ),
  },
  {
    description:
      'Enabled webhooks that count a login page as delivered, though the preset of their address has a rule that would notice it.',
  },
)

const nodeResource = resourceOf<ServiceNode>()('Node', {
  id: Type.String('Random, made when the process starts.'),
  host: Type.String(),
  role: Type.Unsafe<ServiceNode['role']>(
    Type.Union(
      NODE_ROLES.map((role) => Type.Literal(role)),
      {
        description:
          '`api` takes in reports and serves the API, `worker` delivers and does the housekeeping, `all` does both.',
      },
    ),
  ),
  version: Type.String('The version that runs there.'),
  started_at: instantSchema(),
  seen_at: instantSchema('Its last heartbeat, one every 5 seconds. After a minute it leaves the list.'),
})

const statusSchema = Type.Object('Status', {
  version: Type.String('What is running.'),
  backlog: backlogResource.schema,
  paused_webhooks: count(
    'Webhooks whose receivers fail or asked for a pause; see `/v1/webhooks/{id}/health`.',
  ),
  late_webhooks: count(
    'Webhooks with healthy receivers, but with a delivery that has been due for more than a minute.',
  ),
  rejecting_webhooks: count(
    'Webhooks whose receivers rejected something in the last three hours, and have accepted nothing since.',
  ),
  open_notifications: openNotificationsResource.schema,
  rule_proposals: ruleProposalsSchema,
  problems: Type.Array(
    healthProblemSchema,
    'Problems of the node that responds, or of deliveries as a whole; empty: none.',
  ),
  in_flight: count('Attempts under way in this process.'),
  uptime_seconds: count('Since the start of this process.'),
  database: Type.Object(
    {
      engine: Type.Union([Type.Literal('SQLite'), Type.Literal('PostgreSQL')]),
      version: Type.String('Of the engine; that of the server for PostgreSQL.'),
    },
    { description: 'The database.' },
  ),
  node: Type.String('The one of `nodes` that sent this response.'),
  nodes: Type.Array(nodeResource.schema, 'The processes that share the database.'),
})

export function statusRoutes({
  store,
  clock,
  version,
  startedAt,
  dispatcher,
  cluster,
  node,
  problems,
  openNotifications,
}: ApiDeps): readonly Route[] {
  const getStatus = defineRoute({
    route: 'GET /v1/status',
    scope: 'deliveries:read',
    id: 'getStatus',
    summary: 'Read the state of the service',
    responses: { 200: ['The status.', statusSchema] },
    handler: async () => {
      const now = clock.now()
      const [backlog, nodes, webhooks] = await Promise.all([
        store.countBacklog(now),
        cluster.listNodes(),
        store.listRoutedWebhooks(),
      ])
      const body = {
        version,
        backlog: backlogResource.toWire(backlog),
        paused_webhooks: backlog.pausedWebhooks,
        late_webhooks: backlog.lateWebhooks,
        rejecting_webhooks: backlog.rejectingWebhooks,
        open_notifications: openNotificationsResource.toWire(openNotifications()),
        rule_proposals: toRuleProposals(webhooks),
        problems: await problems(),
        in_flight: dispatcher.inFlight(),
        uptime_seconds: Math.max(0, Math.floor((now - startedAt) / 1000)),
        database: { engine: cluster.engine.name, version: cluster.engine.version },
        node: node.id,
        nodes: nodes.map(nodeResource.toWire),
      }
      return { status: 200, body }
    },
  })
  return [getStatus]
}

/** Lists the enabled webhooks for which the rule of a preset is proposed. */
function toRuleProposals(webhooks: readonly Webhook[]) {
  const proposed = webhooks.flatMap((webhook) => {
    const rule = webhook.enabled ? presetRuleOf(webhook) : undefined
    return rule?.isProposed ? { webhook_id: webhook.id, name: webhook.name, preset: rule.preset } : []
  })
  return { count: proposed.length, webhooks: proposed.slice(0, NAMED_MAX) }
}
