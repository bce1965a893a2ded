import { ALERT_STATES } from '../alert/alert.ts'
import { EVENT_KINDS, EVENT_TRIGGERS } from '../alert/event.ts'
import { JOB_STATUSES } from '../alert/job-run.ts'
import { RAISED_STATES } from '../alert/severity.ts'
import { AUDIT_ACTIONS, AUDIT_OBJECTS } from '../audit/audit.ts'
import { defineList, TEXT_FILTERS } from '../filter/filter.ts'

/* Lists that are read along an index, newest first: their filters and indexes. */

export const ALERTS = defineList({
  table: 'alerts',
  filters: {
    states: {
      wire: 'state',
      kind: 'words',
      words: ALERT_STATES,
      column: 'state',
      about: 'Only alerts in one of these states.',
      option: { flags: '--state <states>' },
    },
    active: { wire: 'active', kind: 'flag', about: 'True: only active alerts; false: only cleared ones.' },
    stale: {
      wire: 'stale',
      kind: 'flag',
      about:
        'True: only active alerts that only their monitor can clear and that it has not reported for TOCSIN_STALE_AFTER.',
    },
    ...TEXT_FILTERS,
    object: {
      wire: 'object',
      kind: 'text',
      about: 'Only alerts with this text in the name of their object; case makes no difference.',
      option: { flags: '--object <text>', help: 'with this in the name of the object' },
    },
    source: {
      wire: 'source',
      kind: 'text',
      column: 'source',
      about: 'Only alerts of this source.',
      option: { flags: '--source <name>', help: 'reported by this source' },
    },
    key: {
      wire: 'key',
      kind: 'text',
      column: 'key',
      about: 'Only the alert with this key.',
      option: { flags: '--key <key>', help: 'with this key' },
    },
    name: {
      wire: 'name',
      kind: 'text',
      column: 'name',
      about: 'Only alerts with this name.',
      option: { flags: '--name <name>', help: 'with this name' },
    },
    order: {
      wire: 'order',
      kind: 'word',
      words: ['longest'],
      about:
        '`longest`: only active alerts, those raised first at the top. It is a single page (`next` is null) and cannot be combined with `cursor`, `server`, `object`, `search` or `label`.',
    },
  },
  indexes: [
    { name: 'alerts_by_key', filters: ['key'] },
    { name: 'alerts_by_name', filters: ['name'] },
    { name: 'alerts_by_source', filters: ['source', 'states'] },
    { name: 'alerts_active', filters: ['states'], words: RAISED_STATES, condition: "state <> 'cleared'" },
  ],
})

export const JOB_RUNS = defineList({
  table: 'job_runs',
  filters: {
    source: {
      wire: 'source',
      kind: 'text',
      column: 'source',
      about: 'Only runs of this source.',
      option: { flags: '--source <name>', help: 'reported by this source' },
    },
    jobId: {
      wire: 'job_id',
      kind: 'text',
      column: 'job_id',
      about: 'Only runs of this job.',
      option: { flags: '--job-id <id>', help: 'of this job' },
    },
    status: {
      wire: 'status',
      kind: 'word',
      words: JOB_STATUSES,
      column: 'status',
      about: 'Only runs with this status.',
      option: { flags: '--status <status>' },
    },
    ...TEXT_FILTERS,
  },
  indexes: [
    { name: 'job_runs_by_job', filters: ['jobId'] },
    { name: 'job_runs_by_source', filters: ['source', 'status'] },
    { name: 'job_runs_by_status', filters: ['status'] },
  ],
})

export const EVENTS = defineList({
  table: 'events',
  filters: {
    kind: {
      wire: 'kind',
      kind: 'word',
      words: EVENT_KINDS,
      column: 'kind',
      about: 'Only events of this kind.',
      option: { flags: '--kind <kind>', help: EVENT_KINDS.join(' or ') },
    },
    source: {
      wire: 'source',
      kind: 'text',
      column: 'source',
      about: 'Only events of this source.',
      option: { flags: '--source <name>', help: 'reported by this source' },
    },
    alertId: {
      wire: 'alert_id',
      kind: 'id',
      of: 'alert',
      column: 'alert_id',
      about: 'Only events of this alert.',
      option: { flags: '--alert <id>', help: 'of this alert' },
    },
    notifiedNobody: {
      wire: 'notified_nobody',
      kind: 'flag',
      column: 'notified_nobody',
      about:
        'True: only events that no enabled webhook took when they were accepted; a clear counts like its alert.',
      option: { flags: '--notified-nobody', help: 'that no enabled webhook took' },
    },
    trigger: {
      wire: 'trigger',
      kind: 'word',
      words: EVENT_TRIGGERS,
      about: 'Only events of alerts with this cause: `change` leaves out resyncs.',
      isExamined: true,
      option: {
        flags: '--trigger <trigger>',
        help: `of alerts, made for this: ${EVENT_TRIGGERS.join(', ')}`,
      },
    },
    ...TEXT_FILTERS,
    from: {
      wire: 'from',
      kind: 'from',
      column: 'accepted_at',
      about: 'Only events accepted then or later.',
      option: {
        flags: '--since <time>',
        help: 'since then: 30m, 1h, 7d, or a time such as 2026-09-14T03:00:00Z',
      },
    },
    until: {
      wire: 'until',
      kind: 'until',
      column: 'accepted_at',
      about: 'Only events accepted before then.',
      option: { flags: '--until <time>', help: 'before then, written the same way' },
    },
  },
  indexes: [
    { name: 'events_notified_nobody', filters: ['notifiedNobody'] },
    { name: 'events_by_alert', filters: ['alertId'], condition: 'alert_id IS NOT NULL' },
    { name: 'events_by_source', filters: ['source', 'kind'] },
    { name: 'events_by_kind', filters: ['kind'] },
  ],
})

export const AUDIT = defineList({
  table: 'audit',
  filters: {
    actions: {
      wire: 'action',
      kind: 'words',
      words: AUDIT_ACTIONS,
      column: 'action',
      about: 'Only these actions.',
      option: { flags: '--action <actions>' },
    },
    objectType: {
      wire: 'object_type',
      kind: 'word',
      words: AUDIT_OBJECTS,
      column: 'object_type',
      about: 'Only changes of this kind of resource.',
    },
    objectId: {
      wire: 'object_id',
      kind: 'id',
      of: 'audit object',
      column: 'object_id',
      about: 'Only changes of the resource with this id; needs `object_type`.',
    },
    actorName: {
      wire: 'actor',
      kind: 'text',
      column: 'actor_name',
      about: 'Only changes by the user or token with this name; `tocsin`: by the service itself.',
      option: {
        flags: '--actor <name>',
        help: 'by the user or token of this name; `tocsin`: by the service itself',
      },
    },
    tokenId: {
      wire: 'token_id',
      kind: 'id',
      of: 'token',
      column: 'token_id',
      about: 'Only changes with this token.',
    },
    userId: {
      wire: 'user_id',
      kind: 'id',
      of: 'user',
      column: 'user_id',
      about: 'Only changes by this user.',
    },
    from: {
      wire: 'from',
      kind: 'from',
      column: 'at',
      about: 'Only changes at or after this time.',
      option: {
        flags: '--since <time>',
        help: 'done since then: 30m, 1h, 7d, or a time such as 2026-09-14T03:00:00Z',
      },
    },
    until: {
      wire: 'until',
      kind: 'until',
      column: 'at',
      about: 'Only changes before this time.',
      option: { flags: '--until <time>', help: 'done before then, written the same way' },
    },
  },
  indexes: [
    { name: 'audit_by_object', filters: ['objectType', 'objectId'] },
    { name: 'audit_by_token', filters: ['tokenId'], condition: 'token_id IS NOT NULL' },
    { name: 'audit_by_user', filters: ['userId'], condition: 'user_id IS NOT NULL' },
    { name: 'audit_by_actor', filters: ['actorName'] },
    { name: 'audit_by_action', filters: ['actions'] },
    { name: 'audit_by_kind', filters: ['objectType'] },
  ],
})
