import { RAISED_STATES } from '../alert/severity.ts'
import { DELIVERY_FILTERS } from '../filter/delivery-filters.ts'
import { type Filters, pairFilter } from '../filter/filter.ts'
import { OPERATION_STATES } from '../operation/operation.ts'
import { HEALTH_STATES } from '../overview/receiver-health.ts'
import { CALL_HOURS } from '../overview/webhook-calls.ts'
import { WEBHOOK_ORDERS } from '../overview/webhook-search.ts'
import { SILENCE_STATES } from '../silence/silence.ts'
import { PAYLOAD_TYPES } from '../webhook/webhook.ts'
import { ALERTS, AUDIT, EVENTS, JOB_RUNS } from './indexed-lists.ts'

/** Filters of a list without an index: all active alerts are read. */
export const ON_CALL_FILTERS = {
  states: {
    wire: 'state',
    kind: 'words',
    words: RAISED_STATES,
    about: 'Only alerts in one of these states.',
  },
  server: {
    wire: 'server',
    kind: 'text',
    about: 'Only alerts with this in the name of their server; case does not matter.',
  },
  search: {
    wire: 'search',
    kind: 'text',
    about:
      'Only alerts with this in their name, server, object, database, key or a label; case does not matter.',
  },
  labels: pairFilter('label', 'alerts'),
} as const satisfies Filters

export const OPERATION_FILTERS = {
  states: {
    wire: 'state',
    kind: 'words',
    words: OPERATION_STATES,
    column: 'state',
    about: 'Only operations in one of these states.',
    option: { flags: '--state <states>' },
  },
} as const satisfies Filters

export const RECEIVER_STATE_FILTERS = {
  isOutOfSync: {
    wire: 'out_of_sync',
    kind: 'flag',
    about:
      'True: only alerts whose last sent state differs from the current one while no delivery carries the difference.',
  },
} as const satisfies Filters

export const SILENCE_FILTERS = {
  states: {
    wire: 'state',
    kind: 'words',
    words: SILENCE_STATES,
    about: 'Only silences in one of these states.',
    option: {
      flags: '--state <states>',
      help: `${SILENCE_STATES.join(', ')}; several with commas (default: pending,active)`,
    },
  },
} as const satisfies Filters

/** All webhooks are in memory. */
export const WEBHOOK_FILTERS = {
  search: {
    wire: 'search',
    kind: 'text',
    about:
      'Only webhooks with this in their name, in a tag, or in host and path of their URL; case does not matter.',
    option: { flags: '--search <text>', help: 'with this in their name, address or a tag' },
  },
  tags: pairFilter('tag', 'webhooks'),
  enabled: {
    wire: 'enabled',
    kind: 'flag',
    about: 'Only webhooks that are enabled, or only those that are not.',
  },
  payloadType: {
    wire: 'payload_type',
    kind: 'word',
    words: PAYLOAD_TYPES,
    about: 'Only webhooks of this payload type.',
  },
  health: {
    wire: 'health',
    kind: 'word',
    words: HEALTH_STATES,
    about: 'Only webhooks with this health, see `/v1/webhooks/{id}/health`.',
    option: { flags: '--health <health>' },
  },
  notCalledMs: {
    wire: 'not_called_for',
    kind: 'duration',
    about: 'Only webhooks that were not called for so long, such as `30d`, and those never called.',
    option: { flags: '--not-called-for <time>', help: 'not called for so long, such as 30d, or never' },
  },
  order: {
    wire: 'order',
    kind: 'word',
    words: WEBHOOK_ORDERS,
    about: `\`worst\`: by health, paused ones first; \`last_accepted\`: longest without an accepted attempt first; \`failures\`: most failed attempts of the last ${CALL_HOURS} hours first; \`backlog\`: most unfinished deliveries first. An order other than \`id\` gives one page (\`next\` is null) and cannot be combined with \`cursor\`.`,
    option: { flags: '--order <order>', help: `${WEBHOOK_ORDERS.join(', ')}; default id` },
  },
} as const satisfies Filters

export const FILTERS_BY_PATH = {
  '/v1/alerts': ALERTS.filters,
  '/v1/audit': AUDIT.filters,
  '/v1/deliveries': DELIVERY_FILTERS,
  '/v1/delivery-operations': OPERATION_FILTERS,
  '/v1/events': EVENTS.filters,
  '/v1/job-runs': JOB_RUNS.filters,
  '/v1/on-call': ON_CALL_FILTERS,
  '/v1/silences': SILENCE_FILTERS,
  '/v1/webhooks': WEBHOOK_FILTERS,
} as const satisfies Readonly<Record<string, Filters>>
