import { findResponseRuleIssues } from '../receiver/response-rule-issues.ts'
import { issueAt } from '../errors.ts'
import { MATCH_CHARACTERS_MAX, MATCH_PATTERN } from '../matching/match.ts'
import { DISTANCES, DURATION, RATE, SCHEDULE, SIZE } from '../spelling.ts'
import { findTlsIssues } from '../webhook/webhook-tls.ts'
import { CONCURRENCY_MAX } from '../webhook/webhook-limits.ts'
import { MISSED_ALERTS, MODES, type WebhookFields } from '../webhook/webhook.ts'
import type { SettingName, WebhookSetting, WebhookSettings } from './webhook-setting.ts'
import {
  checkResponseBytesMax,
  checkFallbackAfterMs,
  checkMaxAgeMs,
  checkRemindMs,
  checkTimeoutMs,
} from './webhook-rules.ts'

/**
 * The settings of a webhook, in the order in which people see them. Rows, copies, v1, the command line, files of
 * definitions, the console and the audit log are made from it.
 */
export const WEBHOOK_SETTINGS: {
  readonly [Name in SettingName]: WebhookSetting<NonNullable<WebhookFields[Name]>>
} = {
  tags: { wire: 'tags', label: 'Tags', section: 'general', absent: 'None', column: 'tags', stored: 'json' },
  // The rules compile patterns, which the command line need not load (`domain/matching/match-rules.ts`).
  match: {
    wire: 'match',
    label: 'Matchers',
    section: 'events',
    absent: 'Every event',
    about: {
      description:
        'Which events the webhook gets, as matchers in the syntax of Alertmanager, e.g. `label.team="dba", severity!=low`; groups are joined by `or`. `otherwise`: what no other enabled webhook takes. Null: every event of its payload type and flags.',
      examples: ['label.team="dba", severity!=low', 'otherwise'],
    },
    column: 'match',
    stored: 'text',
    charactersMax: MATCH_CHARACTERS_MAX,
    pattern: MATCH_PATTERN,
    option: {
      flags: '--match <matchers>',
      help: 'only events that these matchers fit, e.g. \'label.team="dba", severity!=low\', or otherwise: what no other webhook takes; default: every event',
    },
  },
  acknowledgements: {
    wire: 'acknowledgements',
    label: 'Acknowledgements',
    section: 'events',
    absent: 'Off',
    about: {
      description:
        'True: the receiver is also notified when somebody acknowledges an alert that the webhook sends; for chats. Of alerts only.',
    },
    column: 'acknowledgements',
    stored: 'flag',
    option: { flags: '--acknowledgements', help: 'also send when somebody acknowledges an alert' },
  },
  maintenanceWindows: {
    wire: 'maintenance_windows',
    label: 'Maintenance windows',
    section: 'events',
    absent: 'Off',
    about: {
      description:
        'True: the receiver is also notified when a maintenance window begins, whatever its matchers and flags, and, with `cleared_alert`, when it ends; for chats. Of alerts only.',
    },
    column: 'maintenance_windows',
    stored: 'flag',
    option: { flags: '--maintenance-windows', help: 'also send when a maintenance window begins and ends' },
  },
  mode: {
    wire: 'mode',
    label: 'Mode',
    section: 'mode',
    absent: 'Current state',
    about: {
      description:
        '`every_change`: every change, in order. `current_state`: one notification per alert with its current state, and one when it clears; for alerts only. Default of a new webhook: `current_state`, or `every_change` where that does not fit: job runs, only `cleared_alert`, or a `max_age`.',
      former: 'changes is called every_change, and present current_state',
    },
    column: 'mode',
    stored: 'word',
    words: MODES,
    option: {
      flags: '--mode <mode>',
      help: 'every_change: every change in order; current_state: one notification per alert with its current state, and one when it clears; default of a new one: current_state, or every_change for job runs, with only cleared, or with --max-age',
    },
  },
  missedAlerts: {
    wire: 'missed_alerts',
    label: 'Missed alerts',
    section: 'mode',
    absent: 'Off',
    about: {
      description:
        'Alerts that were raised and cleared before anything could be sent: `skip` sends nothing, `notify` sends them once. `notify` in mode `current_state` only.',
      former: 'drop is called skip, and tell notify',
    },
    column: 'missed_alerts',
    stored: 'word',
    words: MISSED_ALERTS,
    option: {
      flags: '--missed-alerts <word>',
      help: 'alerts that were raised and cleared before anything could be sent: skip them, or notify once; in mode current_state',
    },
  },
  // The rules need to know which targets are allowed (`definition-issues.ts`).
  clearRequest: {
    wire: 'clear_request',
    label: 'Clear request',
    section: 'mode',
    absent: 'None',
    column: 'clear_request',
    stored: 'json',
  },
  remindMs: {
    wire: 'remind',
    label: 'Reminders',
    section: 'mode',
    absent: 'None',
    about: {
      description:
        'When the receiver is reminded of an alert that lasts, counted from the last notification that it accepted, e.g. `1h,4h,1d`: after 1 hour, 4 hours later, then every day. Up to 10 distances, each from 1m to 30d; in mode `current_state` only. Null: never.',
      examples: ['4h', '1h,4h,1d'],
    },
    column: 'remind_ms',
    stored: 'json',
    spelling: DISTANCES,
    findIssues: (remindMs) => issueAt('remind', checkRemindMs(remindMs)),
    option: {
      flags: '--remind <distances>',
      help: 'remind of alerts that last, e.g. 1h,4h,1d: the last one repeats; in mode current_state; default: never',
    },
  },
  timeoutMs: {
    wire: 'timeout',
    label: 'Time limit',
    section: 'limits',
    absent: 'Server setting',
    about: {
      description:
        'Longest time for one attempt, from 100ms to 5m, e.g. `15s`; null: the setting of the server.',
      examples: ['15s'],
    },
    column: 'timeout_ms',
    stored: 'whole',
    spelling: DURATION,
    findIssues: (timeoutMs) => issueAt('timeout', checkTimeoutMs(timeoutMs)),
    option: {
      flags: '--timeout <duration>',
      help: 'longest time for one attempt, e.g. 15s; default: as the service is set',
    },
  },
  retryScheduleMs: {
    wire: 'retry_schedule',
    label: 'Retry schedule',
    section: 'limits',
    absent: 'Server setting',
    about: {
      description:
        'Delay before each attempt, the first included, e.g. `0s,5s,1m` or `0s,2h*11`; null: the setting of the server.',
      examples: ['0s,5s,1m', '0s,2h*11'],
    },
    column: 'retry_schedule_ms',
    stored: 'json',
    spelling: SCHEDULE,
    option: {
      flags: '--retry-schedule <delays>',
      help: 'delay before each attempt, e.g. 0s,5s,1m,1h*3; default: as the service is set',
    },
  },
  maxAgeMs: {
    wire: 'max_age',
    label: 'Maximum age',
    section: 'limits',
    absent: 'No limit',
    about: {
      description:
        'Older notifications are not sent, up to 30d, e.g. `2h`; in mode `every_change` only. Null: no limit.',
      examples: ['2h'],
    },
    column: 'max_age_ms',
    stored: 'whole',
    spelling: DURATION,
    findIssues: (maxAgeMs) => issueAt('max_age', checkMaxAgeMs(maxAgeMs)),
    option: {
      flags: '--max-age <duration>',
      help: 'what is older is not sent any more, e.g. 2h; in mode every_change; default: no limit',
    },
  },
  concurrencyMax: {
    wire: 'concurrency',
    label: 'Concurrency',
    section: 'limits',
    absent: 'Server setting',
    about: { description: 'How many attempts may be under way at once; null: the setting of the server.' },
    column: 'concurrency_max',
    stored: 'whole',
    option: {
      flags: '--concurrency <count>',
      help: 'how many attempts may be under way at once; default: as the service is set',
      between: [1, CONCURRENCY_MAX],
    },
  },
  rateLimit: {
    wire: 'rate_limit',
    label: 'Rate limit',
    section: 'limits',
    absent: 'No limit',
    about: {
      description:
        'At most this many attempts start per period, e.g. `1/1s` or `20/1m`; the others are sent later. Null: no limit.',
      examples: ['20/1m'],
    },
    column: 'rate_limit',
    stored: 'json',
    spelling: RATE,
    option: {
      flags: '--rate-limit <rate>',
      help: 'at most so many attempts in any such span, e.g. 1/1s or 20/1m; default: no limit',
    },
  },
  responseBytesMax: {
    wire: 'response_size_max',
    label: 'Response size',
    section: 'advanced',
    absent: 'Server setting',
    about: {
      description:
        'How much of a response is read and kept, up to 1mb, e.g. `16kb`; null: the setting of the server.',
      examples: ['16kb'],
    },
    column: 'response_bytes_max',
    stored: 'whole',
    spelling: SIZE,
    findIssues: (bytes) => issueAt('response_size_max', checkResponseBytesMax(bytes)),
    option: {
      flags: '--response-size-max <size>',
      help: 'how much of a response is read and kept, e.g. 16kb; default: as the service is set',
    },
  },
  responseRule: {
    wire: 'response_rule',
    label: 'Response rule',
    section: 'advanced',
    absent: 'Every 2xx is accepted',
    column: 'response_rule',
    stored: 'json',
    findIssues: (rule) => findResponseRuleIssues(rule, 'response_rule'),
  },
  tls: {
    wire: 'tls',
    label: 'TLS',
    section: 'tls',
    absent: 'System certificates',
    column: 'tls',
    stored: 'json',
    findIssues: findTlsIssues,
  },
  fallbackWebhookId: {
    wire: 'fallback_webhook_id',
    label: 'Fallback',
    section: 'advanced',
    absent: 'None',
    about: {
      description: 'The webhook that is notified when a delivery of this one ends as failed; null: none.',
    },
    column: 'fallback_webhook_id',
    stored: 'whole',
    option: {
      flags: '--fallback <id>',
      help: 'webhook that is notified when a delivery of this one ends as failed; default: none',
      between: [1, Number.MAX_SAFE_INTEGER],
    },
  },
  fallbackAfterMs: {
    wire: 'fallback_after',
    label: 'Fallback after',
    section: 'advanced',
    absent: '15m',
    about: {
      description:
        'If a delivery has not arrived after this time, the fallback is notified as well; up to 7d, e.g. `5m`; null: 15m.',
      examples: ['5m'],
    },
    column: 'fallback_after_ms',
    stored: 'whole',
    spelling: DURATION,
    findIssues: (fallbackAfterMs) => issueAt('fallback_after', checkFallbackAfterMs(fallbackAfterMs)),
    option: {
      flags: '--fallback-after <duration>',
      help: 'after so long without a delivery the fallback is notified as well, e.g. 5m; default: 15m',
    },
  },
}

/** Must only be used with values of its own setting, which the compiler does not check. */
export type AnySetting = WebhookSetting<unknown> & { readonly name: SettingName }

export const SETTINGS = Object.entries(WEBHOOK_SETTINGS).map(([name, setting]) => ({
  ...setting,
  name,
})) as unknown as readonly AnySetting[]

/** Settings stored as JSON, which may be damaged. */
export const JSON_SETTINGS = SETTINGS.filter((setting) => setting.stored === 'json')

export function unsaidValue(setting: AnySetting): string | false | null {
  if (setting.stored === 'flag') return false
  return setting.stored === 'word' ? setting.words[0] : null
}

export function settingsOf(valueOf: (setting: AnySetting) => unknown): WebhookSettings {
  return Object.fromEntries(
    SETTINGS.map((setting) => [setting.name, valueOf(setting)]),
  ) as unknown as WebhookSettings
}
