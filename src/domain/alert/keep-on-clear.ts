import type { Alert, AlertDetails, Emptied, Observation } from './alert.ts'
import { isTooLong, LABELS_MAX, shortenDetails } from './report-limits.ts'

type Texts = Readonly<Record<string, string>>
type TextMember = Exclude<keyof AlertDetails, 'labels' | 'annotations' | 'variants' | 'lastValue'>

/** Members that describe one thing: a clear with another value in `by` replaces all `members`. */
const GROUPS: readonly { readonly by: readonly TextMember[]; readonly members: readonly TextMember[] }[] = [
  { by: ['objectName'], members: ['objectType', 'objectName'] },
  { by: ['agentId', 'agentName'], members: ['agentId', 'agentName'] },
  {
    by: ['serverId', 'serverName'],
    members: ['serverId', 'serverName', 'serverAddress', 'serverPort'],
  },
]

/** Members that are kept one by one; `currentValue` is not kept. */
const SINGLE: readonly TextMember[] = [
  'database',
  'schema',
  'package',
  'databaseObject',
  'thresholdValue',
  'parameters',
  'info',
  'sourceLink',
]

/** Annotations that are true only for a moment. */
const PASSING_ANNOTATIONS = ['value', '__value_string__', 'imageURL'] as const

type Said = Pick<Observation, 'name' | 'state' | 'details' | 'warnings' | 'isBare' | 'emptied'>
type Words = Pick<Alert, 'name' | 'details' | 'warnings'>

/**
 * Returns name, details and warnings of an alert after a report. A raise or change replaces everything. A clear keeps
 * what it leaves out, except for values of the moment.
 */
export function wordsAfter(known: Alert, said: Said): Words {
  const { name, details, isBare = false, warnings = [] } = said
  if (said.state !== 'cleared') {
    if (isBare) return known
    return { name, details: withLastValue(details, known.state === 'cleared' ? undefined : known), warnings }
  }
  // The last variant to clear may be a mild one; the words of the worst stay.
  if (isBare || isJoined(known))
    return { name: known.name, details: keepOnClear(known.details, {}), warnings: [] }
  return {
    name: name || known.name,
    details: keepOnClear(known.details, details, new Set(said.emptied)),
    warnings,
  }
}

/** Returns the details of a clear that says `given` about an alert of which `known` was known. */
export function keepOnClear(
  known: AlertDetails,
  given: AlertDetails,
  emptied: ReadonlySet<Emptied> = new Set(),
): AlertDetails {
  const kept = { ...pickKept(known, given), ...pick(known, SINGLE) }
  const merged: Partial<Record<TextMember, string>> = {
    ...without(kept, (member) => emptied.has(member)),
    ...pick(given, [...GROUPS.flatMap(({ members }) => members), ...SINGLE, 'currentValue']),
  }
  const labels = mergeTexts(emptied.has('labels') ? {} : known.labels, given.labels, (name) =>
    emptied.has(`labels.${name}`),
  )
  const annotations = mergeTexts(
    emptied.has('annotations') ? {} : known.annotations,
    given.annotations,
    (name) => PASSING_ANNOTATIONS.some((one) => one === name) || emptied.has(`annotations.${name}`),
  )
  const details = { ...merged, ...(labels && { labels }), ...(annotations && { annotations }) }
  const lastValue = lastValueOf(known)
  const isSame = lastValue === (details.currentValue ?? '')
  return withinLimit(isSame ? details : { ...details, lastValue }, given)
}

/** Returns the last value that was reported while the alert was raised, or the empty string. */
export function lastValueOf({ lastValue, currentValue = '' }: AlertDetails): string {
  return lastValue ?? currentValue
}

function withLastValue(details: AlertDetails, known: Alert | undefined): AlertDetails {
  if (details.currentValue || !known) return details
  const lastValue = lastValueOf(known.details)
  return lastValue === '' ? details : { ...details, lastValue }
}

function isJoined({ details: { variants = [] } }: Alert): boolean {
  return variants.length > 1
}

function pickKept(known: AlertDetails, given: AlertDetails): Partial<Record<TextMember, string>> {
  const kept = GROUPS.filter(({ by }) => !by.some((member) => isAnother(known[member], given[member])))
  return pick(
    known,
    kept.flatMap(({ members }) => members),
  )
}

function isAnother(known: string | undefined, given: string | undefined): boolean {
  return Boolean(known) && Boolean(given) && known !== given
}

function pick(details: AlertDetails, members: readonly TextMember[]): Partial<Record<TextMember, string>> {
  return Object.fromEntries(members.flatMap((member) => (details[member] ? [[member, details[member]]] : [])))
}

function without<Value>(
  given: Readonly<Partial<Record<TextMember, Value>>>,
  isLeftOut: (member: TextMember) => boolean,
): Partial<Record<TextMember, Value>> {
  const entries = Object.entries(given) as [TextMember, Value][]
  return Object.fromEntries(entries.filter(([member]) => !isLeftOut(member))) as Partial<
    Record<TextMember, Value>
  >
}

/** Returns the texts of a clear, and the known ones that it leaves out, as far as they fit. */
function mergeTexts(
  known: Texts = {},
  given: Texts = {},
  isLeftOut: (name: string) => boolean,
): Texts | undefined {
  const own = new Map(Object.entries(given).filter(([, text]) => text !== ''))
  const max = Math.max(LABELS_MAX, Object.keys(known).length)
  const merged = Object.entries(known)
    .filter(([name]) => !own.has(name) && !isLeftOut(name))
    .slice(0, Math.max(0, max - own.size))
  const all = [...merged, ...own]
  return all.length === 0 ? undefined : Object.fromEntries(all)
}

/** Never shortens labels: if both sets are too long together, those of the clear stay. */
function withinLimit(details: AlertDetails, given: AlertDetails): AlertDetails {
  if (!isTooLong(details)) return details
  const { labels, ...rest } = details
  if (!labels || !isTooLong(labels)) return shortenDetails(details)
  return shortenDetails({ ...rest, ...(given.labels && { labels: given.labels }) })
}
