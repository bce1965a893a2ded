import { findFilterMistakes } from './filter-mistakes.ts'
import { FILTER_CHARS_MAX } from './marker-filters.ts'
import { MARKERS, type Marker } from './markers.ts'
import { editDistance, plainWord } from '../word-distance.ts'
import { familyOf } from './marker.ts'
import type { Stretch } from './json-syntax.ts'
import { leavesOut } from './omissions.ts'
import { isMarkerName, type Spot } from './segments.ts'
import { positionOf, Positions, positionText, type TextPosition } from './text-position.ts'
import { isTime, isTimeZone } from '../time-zone.ts'
import type { PayloadType } from '../webhook/webhook.ts'

export interface TemplateWarning {
  /** Begins with line and column, if there is a position. */
  readonly message: string
  readonly position?: TextPosition
}

/** Many receivers refuse longer bodies; also the longest template that can be stored. */
export const BODY_BYTES_ADVISED = 256 * 1024

/** Warnings of one template: more have a common cause. */
const WARNINGS_MAX = 20
const CANDIDATES_MAX = 100
const NAME_CHARS_MAX = 48

const BY_NAME: ReadonlyMap<string, Marker> = new Map(MARKERS.map((marker) => [marker.name, marker]))

const PLAIN_NAMES: ReadonlyMap<Marker, string> = new Map(
  MARKERS.map((marker) => [marker, plainWord(marker.name)]),
)

/** Names that people know from elsewhere, with ours. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['alertlevel', 'CurrentState'],
  ['alertstate', 'CurrentState'],
  ['alertseverity', 'CurrentState'],
  ['severity', 'CurrentState'],
  ['state', 'CurrentState'],
  ['alertdetails', 'AlertInfo'],
  ['alerttime', 'AlertRaisedTime'],
  ['xraisediso', 'AlertRaisedTime'],
  ['xurl', 'x.Link'],
  ['serveraddress', 'ServerIP'],
  ['hostname', 'ServerName'],
  ['database', 'DatabaseName'],
  ['joberror', 'JobOutput'],
  ['jobstate', 'JobStatus'],
  ['labels', 'x.LabelsJson'],
  ['annotations', 'x.AnnotationsJson'],
])

export interface MarkedText {
  readonly text: string
  readonly spots: readonly Spot[]
  readonly payloadType: PayloadType
  /** The text is a URL or a form, where `%C3%` is no marker but half a letter. */
  readonly isPercentEncoded: boolean
  /** See `MarkerSite`. */
  readonly publicUrl?: string
  /** Names that are compared with all markers; an honest text has far fewer wrong ones. */
  readonly candidatesMax?: number
}

/**
 * Warns of markers that are unknown, always empty here, or shown otherwise than meant: once per mistake, at its first
 * position.
 */
export function markerWarnings(marked: MarkedText): readonly TemplateWarning[] {
  const { text, spots } = marked
  const warnings = new Map<string, TemplateWarning>()
  const positions = new Positions(text)
  const warn = (key: string, { start, end }: Stretch, message: string) => {
    if (warnings.has(key) || warnings.size === WARNINGS_MAX) return
    const position = positions.at(start, end - start)
    warnings.set(key, { message: `${positionText(position)}: ${message}`, position })
  }

  for (const spot of spots) {
    for (const message of [emptyMessage(spot, marked), zoneMessage(spot)]) {
      if (message !== undefined) warn(message, spot, message)
    }
  }
  for (const mistake of findFilterMistakes(text, spots)) {
    warn(mistake.message, mistake, `${mistake.message} The marker stays in the text as it is.`)
  }
  for (const candidate of unknownCandidates(marked)) {
    if (warnings.size === WARNINGS_MAX) break
    const { name } = candidate
    const message = warnings.has(name) ? undefined : unknownMessage(name, marked)
    if (message) warn(name, candidate, message)
  }
  return [...warnings.values()]
}

function emptyMessage({ name, filter }: Spot, { payloadType, publicUrl }: MarkedText): string | undefined {
  const types = (BY_NAME.get(name) ?? familyOf(name))?.payloadTypes ?? []
  if (!types.includes(payloadType)) {
    return `%${name}% is a marker for ${types.join(' and ')}; with payload type ${payloadType} it is always empty.`
  }
  // A text for a missing value shows that its author knows.
  const isProvidedFor =
    filter !== undefined &&
    (filter.fallback + filter.before + filter.after !== '' || filter.omittedLevels > 0)
  return LINKS.has(name) && publicUrl === '' && !isProvidedFor
    ? `%${name}% is empty as long as the service does not know under which address people reach it. Set TOCSIN_PUBLIC_URL.`
    : undefined
}

const LINKS: ReadonlySet<string> = new Set(['x.Link', 'x.ConsoleUrl'])

function zoneMessage({ name, filter }: Spot): string | undefined {
  const zone = filter?.zone
  if (zone === undefined) return undefined
  if (!isTimeZone(zone)) {
    return `There is no time zone ${zone}, so %${name}% stays in UTC. Zones are named like Europe/Berlin or America/New_York.`
  }
  const marker = BY_NAME.get(name)
  return marker === undefined || isTime(marker.example)
    ? undefined
    : `%${name}% is no time in the form of 2026-09-14T03:12:40.117Z, so in:${zone} does not change it.`
}

/** Warns about `omit` where nothing can be left out. */
export function idleOmissionWarnings(text: string, spots: readonly Spot[]): readonly TemplateWarning[] {
  return firstSpotWarning(
    text,
    spots.filter(leavesOut),
    '|…omit% leaves something out of JSON only; here it does nothing.',
  )
}

export function outermostWarnings(text: string, tooFar: readonly Spot[]): readonly TemplateWarning[] {
  return firstSpotWarning(
    text,
    tooFar,
    '|…omit% reaches beyond what encloses it, so nothing is left out: the outermost value always stays.',
  )
}

/** Warns about filters of markers without quotes that stand for JSON objects. */
export function damageWarnings(text: string, objects: readonly Spot[]): readonly TemplateWarning[] {
  return firstSpotWarning(
    text,
    objects.filter(({ filter }) => filter !== undefined),
    '|…% is a JSON object here, which a filter may damage; then {} is sent. Leave the filters out.',
  )
}

function firstSpotWarning(
  text: string,
  [spot]: readonly Spot[],
  message: string,
): readonly TemplateWarning[] {
  if (spot === undefined) return []
  const position = positionOf(text, spot.start, spot.end - spot.start)
  return [{ message: `${positionText(position)}: %${spot.name}${message}`, position }]
}

interface Candidate extends Stretch {
  readonly name: string
}

/** A name, and after a bar what may be meant as filters. */
const CANDIDATE = String.raw`%([\w .-]{1,${NAME_CHARS_MAX}}(?:\|[^%\n]{0,${FILTER_CHARS_MAX}})?)%`

/** Finds texts between two percent signs of one line that belong to no marker. */
function unknownCandidates({
  text,
  spots,
  candidatesMax = CANDIDATES_MAX,
}: MarkedText): readonly Candidate[] {
  const candidates: Candidate[] = []
  const pattern = new RegExp(CANDIDATE, 'y')
  let knownCount = 0
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at)) {
    const spot = spots[knownCount]
    // In `%foo%AlertName%` the percent sign that opens the marker also closes a candidate.
    if (spot !== undefined && at >= spot.start) {
      knownCount += 1
      at = spot.end
      continue
    }
    pattern.lastIndex = at
    const name = pattern.exec(text)?.[1]
    if (name === undefined) {
      at += 1
      continue
    }
    const end = at + name.length + 2
    candidates.push({ name, start: at, end })
    if (candidates.length === candidatesMax) break
    at = end
  }
  return candidates
}

export function sizeWarnings(
  render: (value: (marker: string) => string) => string,
): readonly TemplateWarning[] {
  const bytes = Buffer.byteLength(render(exampleOf))
  if (bytes <= BODY_BYTES_ADVISED) return []
  const message =
    `With short example values the body has ${Math.ceil(bytes / 1024)} KiB already; ` +
    `many receivers refuse bodies over ${BODY_BYTES_ADVISED / 1024} KiB. Shorten the template.`
  return [{ message }]
}

function exampleOf(name: string): string {
  return BY_NAME.get(name)?.example ?? familyOf(name)?.example.value ?? ''
}

function unknownMessage(name: string, { payloadType, isPercentEncoded }: MarkedText): string | undefined {
  const [base = '', ...filters] = name.split('|')
  if (filters.length > 0) {
    // Mistakes in the filters of a known name are found elsewhere; a text with bars may be no marker.
    const near = isMarkerName(base) ? undefined : nearestMarker(base, payloadType)
    return near && `%${name}% is not a marker and stays in the text as it is. Did you mean %${near}%?`
  }
  const near = nearestMarker(name, payloadType)
  const looksLikeMarker =
    /^[A-Za-z][A-Za-z0-9_.]+$/.test(name) && !(isPercentEncoded && /^[0-9A-Fa-f]{2}/.test(name))
  if (!looksLikeMarker && near === undefined) return undefined
  const remedy = near === undefined ? 'The list of markers is at /v1/templates.' : `Did you mean %${near}%?`
  return `%${name}% is not a marker and stays in the text as it is. ${remedy}`
}

function nearestMarker(name: string, payloadType: PayloadType): string | undefined {
  const named = /^(label|annotation)s?[.:_ ](.+)$/i.exec(name)
  const ofFamily = `${named?.[1]?.toLowerCase()}.${named?.[2]}`
  if (familyOf(ofFamily)?.payloadTypes.includes(payloadType)) return ofFamily

  const wanted = plainWord(name)
  const alias = ALIASES.get(wanted)
  if (alias !== undefined && BY_NAME.get(alias)?.payloadTypes.includes(payloadType)) return alias

  let nearest: { readonly name: string; readonly distance: number } | undefined
  for (const marker of MARKERS) {
    if (!marker.payloadTypes.includes(payloadType)) continue
    const known = PLAIN_NAMES.get(marker) ?? ''
    const distanceMax = Math.min(Math.floor(known.length / 4), 3, (nearest?.distance ?? 4) - 1)
    if (Math.abs(known.length - wanted.length) > distanceMax) continue
    const distance = editDistance(wanted, known)
    if (distance <= distanceMax) nearest = { name: marker.name, distance }
  }
  return nearest?.name
}
