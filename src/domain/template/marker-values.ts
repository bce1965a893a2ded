import { hash } from 'node:crypto'

import type { AlertState, EndedBy } from '../alert/alert.ts'
import type { AlertEvent, Event } from '../alert/event.ts'
import { isOwnEvent } from '../alert/own-alert.ts'
import { continuesText } from '../receiver-state/after-change.ts'
import type { Instant } from '../instant.ts'
import type { JobStatus } from '../alert/job-run.ts'

/** The words and pictures that receivers want for a state or job status. */
export interface Appearance {
  readonly isOpen: boolean
  /** PagerDuty Events API v2, `payload.severity`. */
  readonly pdSeverity: 'critical' | 'error' | 'warning' | 'info'
  /** Opsgenie and Jira Service Management, `priority`. */
  readonly priority: 'P1' | 'P2' | 'P3' | 'P4' | 'P5'
  /** ServiceNow Event Management, `severity`: 1 critical to 4 warning, 0 clears. */
  readonly snSeverity: '0' | '1' | '2' | '3' | '4'
  /** ServiceNow incidents, `urgency`: 1 high to 3 low. */
  readonly snUrgency: '1' | '2' | '3'
  /** Splunk On-Call (VictorOps), `message_type`. */
  readonly voType: 'CRITICAL' | 'WARNING' | 'INFO' | 'RECOVERY'
  /** ntfy, `priority`: 5 is the most urgent. */
  readonly ntfyPriority: '2' | '3' | '4' | '5'
  readonly color: string
  /** Adaptive Cards, `color` of a text block. */
  readonly cardColor: 'attention' | 'warning' | 'accent' | 'good'
  readonly emoji: string
}

const HIGH = { isOpen: true, color: '#A30200', cardColor: 'attention', emoji: '🔴' } as const
const MEDIUM = { isOpen: true, color: '#DAA038', cardColor: 'warning', emoji: '🟠' } as const
const LOW = { isOpen: true, color: '#439FE0', cardColor: 'accent', emoji: '🟡' } as const
const GOOD = { isOpen: false, color: '#2EB886', cardColor: 'good', emoji: '🟢' } as const

/** A failed job run opens a problem one step below the worst alert; the next successful run closes it. */
export const APPEARANCES: Readonly<Record<AlertState | JobStatus, Appearance>> = {
  high: {
    ...HIGH,
    pdSeverity: 'critical',
    priority: 'P1',
    snSeverity: '1',
    snUrgency: '1',
    voType: 'CRITICAL',
    ntfyPriority: '5',
  },
  medium: {
    ...MEDIUM,
    pdSeverity: 'error',
    priority: 'P3',
    snSeverity: '3',
    snUrgency: '2',
    voType: 'WARNING',
    ntfyPriority: '4',
  },
  low: {
    ...LOW,
    pdSeverity: 'warning',
    priority: 'P5',
    snSeverity: '4',
    snUrgency: '3',
    voType: 'INFO',
    ntfyPriority: '3',
  },
  cleared: {
    ...GOOD,
    pdSeverity: 'info',
    priority: 'P5',
    snSeverity: '0',
    snUrgency: '3',
    voType: 'RECOVERY',
    ntfyPriority: '2',
  },
  failure: {
    ...HIGH,
    pdSeverity: 'error',
    priority: 'P2',
    snSeverity: '2',
    snUrgency: '2',
    voType: 'CRITICAL',
    ntfyPriority: '5',
  },
  cancelled: {
    ...MEDIUM,
    pdSeverity: 'warning',
    priority: 'P4',
    snSeverity: '4',
    snUrgency: '3',
    voType: 'WARNING',
    ntfyPriority: '3',
  },
  success: {
    ...GOOD,
    pdSeverity: 'info',
    priority: 'P5',
    snSeverity: '0',
    snUrgency: '3',
    voType: 'RECOVERY',
    ntfyPriority: '2',
  },
}

/** Closes an alert at a receiver although it continues, so nothing about it looks good. */
const CLOSED: Appearance = { ...APPEARANCES.cleared, color: '#808080', cardColor: 'accent', emoji: '⚪' }

export function appearanceOf(event: Event): Appearance {
  if (event.kind !== 'alert') return APPEARANCES[event.status]
  return event.continuesAs === undefined ? APPEARANCES[event.newState] : CLOSED
}

/** The words of the product whose interface this is. */
export const STATE_TEXT: Readonly<Record<AlertState, string>> = {
  cleared: 'Cleared',
  low: 'Low',
  medium: 'Medium',
  high: 'High',
}

/** Returns the new state, or how the alert continues without this receiver. */
export function stateWord({ newState, continuesAs }: AlertEvent): string {
  return continuesAs === undefined ? STATE_TEXT[newState] : capitalised(continuesText(continuesAs))
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Why an alert is over; the monitor's clear needs no words. */
export const ENDED_BY_TEXT: Readonly<Record<EndedBy, string>> = {
  monitor: '',
  expired: 'no longer reported',
  person: 'cleared by hand',
}

/** Returns who acknowledged the alert, until when, and their note; else the empty string. */
export function acknowledgementText({ acknowledgement }: AlertEvent): string {
  if (acknowledgement === undefined) return ''
  const { by, until, note } = acknowledgement
  return `acknowledged by ${by} until ${gmtText(until)} UTC${note === null ? '' : `: ${note}`}`
}

/** Returns why the alert cleared, is closed, or was sent late or again. */
export function causeText(event: AlertEvent): string {
  const { trigger, endedBy, continuesAs } = event
  if (continuesAs !== undefined) return continuesText(continuesAs)
  if (trigger === 'acknowledgement') return acknowledgementText(event)
  if (trigger === 'reminder') return reminderText(event)
  return trigger === 'missed' ? 'over before it could be sent' : ENDED_BY_TEXT[endedBy ?? 'monitor']
}

function reminderText({ newState, acceptedAt, raisedAt, unconfirmedSince }: AlertEvent): string {
  const lasts = `still ${newState} after ${durationText(acceptedAt - raisedAt)}`
  return unconfirmedSince === undefined
    ? lasts
    : `${lasts}, not confirmed since ${gmtText(unconfirmedSince)} UTC`
}

/** Returns the new state, or who acknowledged it, or why the alert ended if that is no known recovery. */
export function stateText(event: AlertEvent): string {
  const { newState, endedBy, trigger, acknowledgement, continuesAs } = event
  if (isOwnEvent(event)) return newState === 'cleared' ? 'Maintenance over' : 'Maintenance'
  if (continuesAs !== undefined) return stateWord(event)
  if (trigger === 'reminder') return capitalised(reminderText(event))
  if (trigger === 'acknowledgement') return `Acknowledged by ${plainName(acknowledgement?.by ?? '')}`
  const cause = newState === 'cleared' ? ENDED_BY_TEXT[endedBy ?? 'monitor'] : ''
  return cause === '' ? STATE_TEXT[newState] : capitalised(cause)
}

/** Drops characters that chats read as markup: the text of a state is not escaped. */
function plainName(name: string): string {
  return name.replace(/[^\p{L}\p{M}\p{N}.@'()-]+/gu, ' ').trim() || 'somebody'
}

/** The last moment that a Date can hold; later ones, and NaN, have no text. */
const INSTANT_MAX = 8_640_000_000_000_000

/** Writes a JSON object in well-formed Unicode, which JSON alone does not promise. */
export function jsonObject(texts: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(texts).map((pair) => pair.map((text) => text.toWellFormed()))
  return JSON.stringify(Object.fromEntries(pairs))
}

/** RFC 3339 in UTC; empty without a moment. Never throws, unlike `toISOString`. */
export function instantText(at: Instant | null): string {
  return at !== null && Math.abs(at) <= INSTANT_MAX ? new Date(at).toISOString() : ''
}

/** `2026-09-14 03:12:40`, in UTC. */
export function gmtText(at: Instant): string {
  return instantText(at)
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')
}

/** Returns since when the alert is raised; of a job run its start, or its end if that is unknown. */
export function raisedAt(event: Event): Instant {
  return event.kind === 'alert' ? event.raisedAt : (event.startedAt ?? event.finishedAt)
}

/** Returns the page of the console; alerts and job runs have ids of their own. */
export function consoleLink(event: Event, publicUrl: string): string {
  if (publicUrl === '') return ''
  return event.kind === 'alert'
    ? `${publicUrl}/alerts?open=${event.alertId}`
    : `${publicUrl}/job-runs?open=${event.jobRunId}`
}

/** Returns how long a job run took or an alert was raised; undefined: unknown, or just raised. */
export function lastedMs(event: Event): number | undefined {
  if (event.kind === 'alert') {
    return event.oldState === 'cleared' ? undefined : Math.max(event.at - event.raisedAt, 0)
  }
  return event.startedAt === null ? undefined : Math.max(event.finishedAt - event.startedAt, 0)
}

const UNITS = [
  { name: 'd', seconds: 86_400 },
  { name: 'h', seconds: 3_600 },
  { name: 'min', seconds: 60 },
  { name: 's', seconds: 1 },
] as const

/** The two largest parts: `2 d 4 h`, `4 min 37 s`, `0 s`. */
export function durationText(durationMs: number): string {
  const parts: string[] = []
  let rest = Math.floor(durationMs / 1000)
  for (const { name, seconds } of UNITS) {
    const count = Math.floor(rest / seconds)
    rest -= count * seconds
    if (count > 0) parts.push(`${count} ${name}`)
  }
  return parts.slice(0, 2).join(' ') || '0 s'
}

/** Returns seconds; the empty string if the duration is unknown. */
export function secondsText(durationMs: number | undefined): string {
  return durationMs === undefined ? '' : String(durationMs / 1000)
}

const OPEN_END_MS = 365 * 86_400_000

/**
 * Returns Alertmanager's `endsAt`. Tocsin sends changes only, so a near end would close a problem that persists: until
 * the clear it is a year away.
 */
export function endsAt(event: Event): Instant {
  return appearanceOf(event).isOpen ? event.at + OPEN_END_MS : closedAt(event)
}

/** Returns the end, never before the start, whatever a monitor says: receivers refuse that. */
export function closedAt(event: Event): Instant {
  return Math.max(event.at, raisedAt(event))
}

const KEY_CHARS_MAX = 200
const PLAIN_SOURCE = /^[A-Za-z0-9._-]+$/
const PLAIN_ID = /^[A-Za-z0-9._:@/=+,-]+$/
const HASH_CHARS = 16

/**
 * The key by which receivers merge: the same for raise, change and clear of an alert, and for all runs of a
 * job. Printable ASCII without spaces, up to 200 characters; a longer one is cut and gets a hash after `~`,
 * which no plain key has.
 */
export function problemKey(event: Event): string {
  const kind = event.kind === 'alert' ? 'alert' : 'job'
  const id = event.kind === 'alert' ? event.alertKey : event.jobId
  const plain = `${kind}:${event.source}:${id}`
  if (plain.length <= KEY_CHARS_MAX && PLAIN_SOURCE.test(event.source) && PLAIN_ID.test(id)) return plain

  const readable = toKeyText(plain).slice(0, KEY_CHARS_MAX - HASH_CHARS - 1)
  return `${readable}~${hash('sha256', JSON.stringify([event.source, id])).slice(0, HASH_CHARS)}`
}

/** Returns the text as it stands in a hashed key. */
export function toKeyText(text: string): string {
  return text.replace(/[^A-Za-z0-9._:@/=+,-]+/g, '_')
}

/** The monitor's parameters, else the labels: `datname=orders, severity=critical`. */
export function parametersText({ details }: AlertEvent): string {
  if (details.parameters) return details.parameters
  return Object.entries(details.labels ?? {})
    .map(([name, value]) => `${name}=${value}`)
    .join(', ')
}

/** The monitor's details; of Prometheus-like senders the description, else the summary. */
export function infoText({ details }: AlertEvent): string {
  return details.info || details.annotations?.['description'] || details.annotations?.['summary'] || ''
}

/** Returns the summary of the rule, where the details are another text. */
export function summaryText(event: AlertEvent): string {
  const summary = event.details.annotations?.['summary'] ?? ''
  return summary === infoText(event) ? '' : summary
}

/** The object, else the server, else the agent. */
export function objectName({ details }: AlertEvent): string {
  return details.objectName || details.serverName || details.agentName || ''
}

/** Type and name of the object, as far as known. */
export function objectText(event: AlertEvent): string {
  return joined([event.details.objectType, objectName(event)], ' ')
}

/** Returns the name, the address and the port of the server, as far as they are known: none of them twice. */
export function serverText({ details }: Event): string {
  const { serverName: name = '', serverAddress: address = '', serverPort: port = '' } = details
  const shown = address === '' ? name : address
  if (shown === '') return ''
  const shownAddress = port === '' ? shown : `${shown.includes(':') ? `[${shown}]` : shown}:${port}`
  return name === shown ? shownAddress : joined([name, shownAddress], ' ')
}

/** Database, schema and object, as far as known. */
export function databaseText(event: Event): string {
  const { details } = event
  if (event.kind === 'job_run') return details.database ?? ''
  return joined([details.database, event.details.schema, event.details.databaseObject], '.')
}

function joined(texts: readonly (string | undefined)[], separator: string): string {
  return texts.filter((text) => text !== undefined && text !== '').join(separator)
}
