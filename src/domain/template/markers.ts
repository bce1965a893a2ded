import type { Event } from '../alert/event.ts'
import { lastValueOf } from '../alert/keep-on-clear.ts'
import { REPORT_CHARACTERS_MAX } from '../alert/report-limits.ts'
import { ALERTMANAGER_MARKERS } from './alertmanager-markers.ts'
import {
  acknowledgementText,
  causeText,
  consoleLink,
  databaseText,
  durationText,
  endsAt,
  gmtText,
  infoText,
  instantText,
  jsonObject,
  lastedMs,
  appearanceOf,
  objectName,
  objectText,
  parametersText,
  problemKey,
  raisedAt,
  secondsText,
  serverText,
  STATE_TEXT,
  stateText,
  stateWord,
  summaryText,
} from './marker-values.ts'
import type { Marker, MarkerContext, MarkerSite } from './marker.ts'
import { namedText, ofAlert, ofBoth, ofJob, own } from './marker.ts'
import type { Instant } from '../instant.ts'

export type { Marker, MarkerContext, MarkerSite } from './marker.ts'

/**
 * All markers in the order of the docs: those of the interface, those for job runs and `LastValue`, then our own, whose
 * prefix `x.` keeps them apart from others.
 */
export const MARKERS: readonly Marker[] = [
  ofAlert('AlertID', 'Id of the alert, the same from raise to clear and beyond.', '42', (event) =>
    String(event.alertId),
  ),
  ofAlert('AlertName', 'Name of the alert.', 'Replication lag', (event) => event.name),
  ofAlert(
    'ObjectName',
    'The object it is about; if the monitor names none, the server, else the agent.',
    'pg-orders-2',
    objectName,
  ),
  ofAlert('ObjectType', 'What kind of object that is.', 'server', ({ details }) => details.objectType),
  ofAlert('ThresholdValue', 'The limit that was crossed.', '60', ({ details }) => details.thresholdValue),
  ofAlert('CurrentValue', 'The value measured.', '412', ({ details }) => details.currentValue),
  ofAlert(
    'CurrentState',
    'The new state: `Cleared`, `Low`, `Medium` or `High`; `Continues as high, no longer for this receiver` where a webhook in mode `current_state` does not take the new state of what it was sent.',
    'High',
    stateWord,
  ),
  ofAlert(
    'OldState',
    'The state before, in the same words.',
    'Cleared',
    (event) => STATE_TEXT[event.oldState],
  ),
  ofAlert(
    'AlertRaisedTime',
    'Since when it has been raised; on a clear, since when it had been.',
    '2026-09-14T03:12:40.117Z',
    (event) => instantText(event.raisedAt),
  ),
  ofBoth('AgentID', 'Id of the agent that reports it.', '3', ({ details }) => details.agentId),
  ofBoth('AgentName', 'Name of that agent.', 'agent-eu-1', ({ details }) => details.agentName),
  ofBoth('ServerID', 'Id of the database server.', '17', ({ details }) => details.serverId),
  ofBoth('ServerName', 'Name of the database server.', 'pg-orders-2', ({ details }) => details.serverName),
  ofBoth('ServerIP', 'Address of the database server.', '10.20.0.12', ({ details }) => details.serverAddress),
  ofBoth('ServerPort', 'Port of the database server.', '5432', ({ details }) => details.serverPort),
  ofBoth('DatabaseName', 'The database concerned.', 'orders', ({ details }) => details.database),
  ofAlert('SchemaName', 'The schema concerned.', 'sales', ({ details }) => details.schema),
  ofAlert('PackageName', 'The package concerned.', 'billing_pkg', ({ details }) => details.package),
  ofAlert(
    'DatabaseObjectName',
    'The table, function or other object concerned.',
    'order_lines',
    ({ details }) => details.databaseObject,
  ),
  ofAlert(
    'Parameters',
    'Parameters of the alert as the monitor wrote them; if it gave none, its labels as `name=value`, joined by a comma.',
    'datname=orders, slot=standby_2',
    parametersText,
  ),
  ofAlert(
    'AlertInfo',
    'Details in the words of the monitor; if it gave none, its annotation `description`, else `summary`.',
    'Standby pg-orders-2 is 412 s behind.',
    infoText,
  ),

  ofJob('JobID', 'Id of the job.', '12', (event) => event.jobId),
  ofJob('JobName', 'Name of the job.', 'nightly-rollup', (event) => event.name),
  ofJob(
    'JobStatus',
    'How the run ended: `success`, `failure` or `cancelled`.',
    'failure',
    (event) => event.status,
  ),
  ofJob('JobRunID', 'Id of this run.', '51877', (event) => event.runId),
  ofJob('JobStartTime', 'When the run began, if known.', '2026-09-14T03:00:00.000Z', (event) =>
    instantText(event.startedAt),
  ),
  ofJob('JobEndTime', 'When the run ended.', '2026-09-14T03:04:37.000Z', (event) =>
    instantText(event.finishedAt),
  ),
  ofJob(
    'JobDuration',
    'How long the run took, in seconds; empty if its beginning is unknown.',
    '277',
    (event) => secondsText(lastedMs(event)),
  ),
  ofJob('JobExitCode', 'Exit code of the run.', '1', ({ details }) => details.exitCode),
  ofJob('JobOutput', 'What the run printed.', 'ERROR: deadlock detected', ({ details }) => details.output),
  ofJob('JobCommand', 'The command.', 'CALL rollup_day()', ({ details }) => details.command),

  ofAlert(
    'LastValue',
    'The last value measured while the alert was raised: a clear has it too, where its own value may be missing.',
    '412',
    ({ details }) => lastValueOf(details),
  ),

  own(
    'Key',
    'Identity of the problem, to merge by: the same for raise, change and clear of an alert, and for all runs of a job. ASCII without spaces, up to 200 characters.',
    'alert:api:replication-lag',
    ({ event }) => problemKey(event),
  ),
  own(
    'EventId',
    'Id of the event; webhooks that are notified of the same event see the same id.',
    '9051',
    ({ event }) => String(event.id),
  ),
  own(
    'DeliveryId',
    'Id of the delivery, the same in each attempt (also sent as the header `webhook-id`).',
    '88412',
    ({ deliveryId }) => deliveryId,
  ),
  own(
    'EventTime',
    'When it happened: the change of state, or the end of the run.',
    '2026-09-14T03:12:40.117Z',
    ({ event }) => instantText(event.at),
  ),
  own(
    'Action',
    '`trigger`, or `resolve` when the alert cleared or the run succeeded.',
    'trigger',
    ({ event }) => (appearanceOf(event).isOpen ? 'trigger' : 'resolve'),
  ),
  own(
    'Status',
    '`firing`, or `resolved` when the alert cleared or the run succeeded.',
    'firing',
    ({ event }) => (appearanceOf(event).isOpen ? 'firing' : 'resolved'),
  ),
  own(
    'PdSeverity',
    'PagerDuty: `critical` (High), `error` (Medium, failure), `warning` (Low, cancelled), `info` (Cleared, success).',
    'critical',
    ({ event }) => appearanceOf(event).pdSeverity,
  ),
  own(
    'Priority',
    'Opsgenie: `P1` (High), `P2` (failure), `P3` (Medium), `P4` (cancelled), `P5` (Low, Cleared, success).',
    'P1',
    ({ event }) => appearanceOf(event).priority,
  ),
  own(
    'SnSeverity',
    'ServiceNow: `1` (High), `2` (failure), `3` (Medium), `4` (Low, cancelled), `0` (Cleared, success).',
    '1',
    ({ event }) => appearanceOf(event).snSeverity,
  ),
  own(
    'SnUrgency',
    'ServiceNow, urgency of an incident: `1` (High), `2` (Medium, failure), `3` (Low, Cleared, cancelled, success).',
    '1',
    ({ event }) => appearanceOf(event).snUrgency,
  ),
  own(
    'VoType',
    'Splunk On-Call: `CRITICAL` (High, failure), `WARNING` (Medium, cancelled), `INFO` (Low), `RECOVERY` (Cleared, success).',
    'CRITICAL',
    ({ event }) => appearanceOf(event).voType,
  ),
  own(
    'NtfyPriority',
    'ntfy: `5` (High, failure), `4` (Medium), `3` (Low, cancelled), `2` (Cleared, success).',
    '5',
    ({ event }) => appearanceOf(event).ntfyPriority,
  ),
  own(
    'Color',
    'A colour that fits the state, as `#RRGGBB`.',
    '#A30200',
    ({ event }) => appearanceOf(event).color,
  ),
  own(
    'ColorNumber',
    'The same as a number, for receivers that want it so (Discord).',
    '10682880',
    ({ event }) => String(Number.parseInt(appearanceOf(event).color.slice(1), 16)),
  ),
  own(
    'CardColor',
    'The same for Adaptive Cards: `attention`, `warning`, `accent` or `good`.',
    'attention',
    ({ event }) => appearanceOf(event).cardColor,
  ),
  own('Emoji', 'The same as a coloured dot.', '🔴', ({ event }) => appearanceOf(event).emoji),
  own(
    'RaisedUnix',
    'Since when it has been raised (the run began), in seconds since 1970.',
    '1789355560',
    ({ event }) => unixText(raisedAt(event)),
  ),
  own(
    'RaisedGmt',
    'The same as a date and time in UTC, without a zone.',
    '2026-09-14 03:12:40',
    ({ event }) => gmtText(raisedAt(event)),
  ),
  own(
    'DurationText',
    'How long the alert had been raised, empty when it is raised; how long the run took.',
    '4 min 37 s',
    ({ event }) => durationOf(event),
  ),
  own(
    'EndedIso',
    'When the alert cleared (the run ended, with success); empty while the problem stands.',
    '2026-09-14T04:20:00.000Z',
    ({ event }) => (appearanceOf(event).isOpen ? '' : instantText(endsAt(event))),
  ),
  own(
    'EndsIso',
    'For receivers that close by themselves: when the alert cleared (the run ended); while the problem stands, a year ahead.',
    '2027-09-14T03:12:40.117Z',
    ({ event }) => instantText(endsAt(event)),
  ),
  ...ALERTMANAGER_MARKERS,
  own(
    'Expired',
    '`true` when the alert was cleared because its monitor fell silent, else `false`.',
    'false',
    ({ event }) => String(event.kind === 'alert' && event.endedBy === 'expired'),
  ),
  ofAlert(
    'x.Cause',
    'Why the alert is over, if its monitor did not say so: `no longer reported`, it fell silent, which is no recovery; `cleared by hand`, a person ended it; `over before it could be sent`, for webhooks that are notified of missed alerts; `continues as high, no longer for this receiver`, so it is closed there. Of a reminder, `still high after 4 h`, and if the alert is stale since when its monitor has not confirmed it. Of an acknowledgement, `%x.Acknowledgement%`. Else empty.',
    'no longer reported',
    causeText,
  ),
  ofAlert(
    'x.StateText',
    'The new state in words that are true of every end: `Low`, `Medium`, `High`, `Cleared`; `No longer reported` and `Cleared by hand` if its monitor did not say so; `Acknowledged by Ada` if somebody acknowledged the alert; `Still high after 4 h` in a reminder; `Continues as high, no longer for this receiver`, where it is closed; `Maintenance` and `Maintenance over` for a maintenance window.',
    'High',
    stateText,
  ),
  ofAlert(
    'x.Acknowledgement',
    'Who acknowledged the alert, until when, and their note; empty if nobody has.',
    'acknowledged by Ada until 2026-09-15 03:12:40 UTC: disk is being replaced',
    acknowledgementText,
  ),
  own(
    'LabelsJson',
    `All labels as one JSON object; \`{}\` if there are none, also with \`or:\` or \`omit\`. Without quotes it is an object of your JSON (\`"labels": %x.LabelsJson%\`). Labels have at most ${REPORT_CHARACTERS_MAX.toLocaleString('en')} characters before escaping; an object that cannot be sent whole is sent as \`{}\`.`,
    '{"severity":"critical","team":"dba"}',
    ({ event }) => jsonObject(event.details.labels),
  ),
  ofAlert(
    'x.AnnotationsJson',
    'All annotations, in the form of `%x.LabelsJson%`.',
    '{"summary":"Replication is slow"}',
    ({ details }) => jsonObject(details.annotations),
  ),
  ofAlert(
    'x.Summary',
    'The annotation `summary` of the rule, unless `%AlertInfo%` is the same text.',
    'Replication is slow',
    summaryText,
  ),
  ofAlert(
    'x.Object',
    'Type and name of the object, as far as they are known.',
    'server pg-orders-2',
    objectText,
  ),
  own(
    'Server',
    'Name, address and port of the database server, as far as they are known.',
    'pg-orders-2 10.20.0.12:5432',
    ({ event }) => serverText(event),
  ),
  own(
    'Database',
    'The database, for alerts with the schema and the object concerned, as far as they are known.',
    'orders.sales.order_lines',
    ({ event }) => databaseText(event),
  ),
  own('Source', 'Who reported it.', 'prometheus', ({ event }) => event.source),
  own(
    'SourceLink',
    "The monitor's own page about the alert, if it gave one.",
    'https://prometheus.example.com/graph',
    ({ event }) => (event.kind === 'alert' ? event.details.sourceLink : undefined),
  ),
  own(
    'Link',
    'The page of the alert, or of the job run, in the console; empty unless the service knows under which address people reach it (`TOCSIN_PUBLIC_URL`).',
    'https://tocsin.example.com/alerts?open=42',
    ({ event, publicUrl }) => consoleLink(event, publicUrl),
  ),
  own(
    'ConsoleUrl',
    'The address of the console; empty if it is not known (`TOCSIN_PUBLIC_URL`).',
    'https://tocsin.example.com',
    ({ publicUrl }) => publicUrl,
  ),
]

const VALUES: ReadonlyMap<string, Marker['value']> = new Map(MARKERS.map(({ name, value }) => [name, value]))

/** Computes each value of a context once, when asked. An unknown name has the empty string. Never throws. */
export function markerValues(context: MarkerContext & MarkerSite): (name: string) => string {
  const known = new Map<string, string>()
  return (name) => {
    const value = known.get(name) ?? VALUES.get(name)?.(context) ?? namedText(name, context.event) ?? ''
    known.set(name, value)
    return value
  }
}

function unixText(at: Instant): string {
  return Number.isFinite(at) ? String(Math.floor(at / 1000)) : ''
}

function durationOf(event: Event): string {
  const durationMs = lastedMs(event)
  return durationMs === undefined ? '' : durationText(durationMs)
}
