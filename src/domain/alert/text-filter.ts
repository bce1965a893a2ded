import type { Alert } from './alert.ts'
import type { Event } from './event.ts'
import type { JobRun } from './job-run.ts'

/** A filter of lists by texts and labels. No index serves it: entries are read. */
export interface TextFilter {
  /** Part of the server's name; case does not matter. */
  readonly server?: string
  /** Part of any text in `Described`; case does not matter. */
  readonly search?: string
  readonly labels?: readonly Pair[]
}

/** Labels or tags that one request may ask for. */
export const ASKED_LABELS_MAX = 10

export type Pair = readonly [name: string, value: string]

export interface Described {
  readonly name: string
  readonly serverName?: string | null | undefined
  readonly labels?: Readonly<Record<string, string>> | undefined
  /** Further texts that `search` reads: objects, databases, keys. */
  readonly others?: readonly (string | null | undefined)[]
}

/** Splits `team=dba` into name and value; undefined if it has no name. */
export function parsePair(text: string): Pair | undefined {
  const end = text.indexOf('=')
  return end < 1 ? undefined : [text.slice(0, end), text.slice(end + 1)]
}

export function formatPair([name, value]: Pair): string {
  return `${name}=${value}`
}

/** Returns false if every entry fits. */
export function asksForText({ server, search, labels }: TextFilter): boolean {
  return server !== undefined || search !== undefined || labels !== undefined
}

export function fitsText({ server, search, labels = [] }: TextFilter, described: Described): boolean {
  const { name, serverName, others = [] } = described
  if (server !== undefined && !contains(serverName, server)) return false
  if (!labels.every(([label, value]) => described.labels?.[label] === value)) return false
  if (search === undefined) return true
  const texts = [name, serverName, ...others, ...Object.values(described.labels ?? {})]
  return texts.some((text) => contains(text, search))
}

function contains(text: string | null | undefined, wanted: string): boolean {
  return text !== null && text !== undefined && text.toLowerCase().includes(wanted.toLowerCase())
}

export function describeAlert({ name, key, details }: Alert): Described {
  const { serverName, labels, objectName, database } = details
  return { name, serverName, labels, others: [objectName, database, key] }
}

export function describeEvent(event: Event): Described {
  const { serverName, labels, database } = event.details
  const others = event.kind === 'alert' ? [event.details.objectName, event.alertKey] : [event.jobId]
  return { name: event.name, serverName, labels, others: [database, ...others] }
}

export function describeJobRun({ name, jobId, details }: JobRun): Described {
  const { serverName, labels, database } = details
  return { name, serverName, labels, others: [database, jobId] }
}
