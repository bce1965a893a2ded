import { LIST_FILTERS } from '../../api/list-filters.ts'
import type { components } from '../../api/schema.ts'
import { idIn, onlyGiven, pairsIn, textIn, wordIn, wordsIn } from '../../ui/list/list-search.ts'

export type Alert = components['schemas']['Alert']
export type AlertWithHistory = components['schemas']['AlertWithHistory']
export type AlertEvent = components['schemas']['AlertEvent']

/** `pg-orders-1 · orders · public.order_lines` */
export function locationOf({
  server,
  database,
  schema,
  database_object: part,
  object,
}: Pick<Alert, 'server' | 'database' | 'schema' | 'database_object' | 'object'>): string {
  const inner = [schema, part].filter(isKnown).join('.')
  const location = [server.name ?? server.address, database, inner].filter(isKnown)
  const name = object.name
  if (isKnown(name) && !location.includes(name) && part !== name) location.push(name)
  return location.join(' · ')
}

export function describeChange(event: AlertEvent): string {
  const { old_state: before, new_state: now, ended_by: endedBy, trigger, acknowledgement } = event
  if (trigger === 'acknowledgement') return `Acknowledged by ${acknowledgement?.by ?? 'somebody'}`
  if (now === 'cleared') return END_WORDS[endedBy ?? 'monitor']
  return before === 'cleared' ? 'Raised' : 'Changed'
}

/** Reasons for an alert's end; a silent monitor is no recovery. */
export const END_WORDS = {
  monitor: 'Cleared',
  expired: 'No longer reported',
  person: 'Cleared by hand',
} as const satisfies Record<NonNullable<Alert['ended_by']>, string>

/** Returns the alert's values for the routing page; a cleared one counts as high. */
export function routingSearchOf({
  name,
  state,
  server,
  database,
  source,
  labels,
}: Pick<Alert, 'name' | 'state' | 'server' | 'database' | 'source' | 'labels'>) {
  const texts = { name, server: server.name, database, source }
  return {
    severity: state === 'cleared' ? ('high' as const) : state,
    ...Object.fromEntries(Object.entries(texts).filter(([, text]) => isKnown(text))),
    labels: Object.entries(labels)
      .map(([label, value]) => `${label}=${value}`)
      .join(', '),
  }
}

/** Customary names for a runbook's address. */
const RUNBOOK_NAMES = ['runbook_url', 'runbook', 'runbookUrl', 'runbook_link'] as const

/** Returns the runbook's address, if it can be opened. */
export function runbookOf({
  annotations,
  labels,
}: Pick<Alert, 'annotations' | 'labels'>): string | undefined {
  return RUNBOOK_NAMES.map((name) => annotations[name] ?? labels[name]).find(isAddress)
}

/** Tells whether a text is the address of a web page: a monitor may write anything. */
export function isAddress(text: string | null | undefined): text is string {
  return text !== null && text !== undefined && /^https?:\/\//i.test(text)
}

function isKnown(text: string | null): text is string {
  return text !== null && text !== ''
}

/** States of active alerts, worst first. */
const ACTIVE_STATES = LIST_FILTERS['/v1/on-call'].state.words

type ActiveState = (typeof ACTIVE_STATES)[number]

export interface AlertSearch {
  /** Absent: active alerts; `stale`: those long unreported; `longest`: oldest first. */
  readonly view?: 'past' | 'stale' | 'longest'
  /** States of active alerts, separated by commas. */
  readonly state?: string
  readonly source?: string
  readonly name?: string
  /** Part of the server's name. */
  readonly server?: string
  /** Part of any text. */
  readonly search?: string
  /** `name=value`. */
  readonly label?: string
  /** The alert whose story is open. */
  readonly open?: number
  /** The unfolded event; absent: the newest. */
  readonly event?: number
}

/** Reads the search parameters; unknown values are ignored. */
export function asAlertSearch(search: Readonly<Record<string, unknown>>): AlertSearch {
  const view =
    wordIn(search.view, ['past', 'stale', 'longest']) ?? (search.state === 'cleared' ? 'past' : undefined)
  return onlyGiven<AlertSearch>({
    view,
    state: view !== 'past' ? wordsIn(search.state, ACTIVE_STATES) : undefined,
    source: textIn(search.source),
    name: textIn(search.name),
    server: textIn(search.server),
    search: textIn(search.search),
    label: pairsIn(search.label)?.[0],
    open: idIn(search.open),
    event: idIn(search.event),
  })
}

/** Returns the states for the API's query. */
export function statesOf({ view, state }: AlertSearch): (ActiveState | 'cleared')[] {
  if (view === 'past') return ['cleared']
  const chosen = state?.split(',')
  return ACTIVE_STATES.filter((known) => chosen === undefined || chosen.includes(known))
}

/** Tells whether a filter narrows the list beyond active and cleared. */
export function isNarrowed({ state, source, name, server, search, label }: AlertSearch): boolean {
  return [state, source, name, server, search, label].some((value) => value !== undefined)
}
