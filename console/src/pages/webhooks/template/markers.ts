import type { components } from '../../../api/schema.ts'
import type { PayloadType } from '../webhook-types.ts'

export type Marker = components['schemas']['Marker']
export type NamedTexts = components['schemas']['NamedTexts']
export type Filter = components['schemas']['FilterEscape']

/**
 * `%Name%`, or with filters: `%Name|slack|300%`. The first group is the name; a label's may have more
 * characters.
 */
const MARKER = /%([A-Za-z][\p{L}\p{N}_.:/@ -]*)(?:\|[^%\n]*)?%/gu

interface MarkerSpot {
  readonly name: string
  readonly from: number
  readonly to: number
}

/** Returns the known names, and prefixes of labels and annotations. */
export function knownNames(
  markers: readonly Marker[],
  namedTexts: readonly NamedTexts[],
): ReadonlySet<string> {
  return new Set([...markers.map(({ name }) => name), ...namedTexts.map(({ prefix }) => `${prefix}.`)])
}

/** Returns example markers, each with a common name. */
export function exampleMarkers(namedTexts: readonly NamedTexts[]): readonly Marker[] {
  return namedTexts.map(({ prefix, payload_types, description, example }) => ({
    name: `${prefix}.${example.name}`,
    payload_types,
    description,
    example: example.value,
  }))
}

/** The known markers of a text, in order. */
export function findMarkers(text: string, known: ReadonlySet<string>): readonly MarkerSpot[] {
  const spots: MarkerSpot[] = []
  MARKER.lastIndex = 0
  for (let found = MARKER.exec(text); found !== null; found = MARKER.exec(text)) {
    const name = found[1] ?? ''
    if (known.has(name) || known.has(name.slice(0, name.indexOf('.') + 1)))
      spots.push({ name, from: found.index, to: found.index + found[0].length })
    // Its last percent sign may begin the next marker.
    else MARKER.lastIndex = found.index + found[0].length - 1
  }
  return spots
}

/** Returns where the unfinished marker at the end of this line begins; null: none. */
export function openMarkerAt(line: string, known: ReadonlySet<string>): number | null {
  const found = /%(?:[A-Za-z][\w.:/@-]*)?$/.exec(line)
  if (found === null) return null
  // A closing percent sign begins no marker.
  return findMarkers(line, known).some(({ to }) => to === line.length) ? null : found.index
}

/** Returns where the unfinished filter after a marker begins; null: none. */
export function openFilterAt(line: string): number | null {
  const found = /%[A-Za-z][\w.:/@-]*(?:\|[^%|\n]*){0,5}\|([a-z]*)$/.exec(line)
  return found === null ? null : line.length - (found[1] ?? '').length
}

/** Returns the markers that have a value for this payload type. */
export function markersFor(markers: readonly Marker[], payloadType: PayloadType): readonly Marker[] {
  return markers.filter(({ payload_types }) => payload_types.includes(payloadType))
}

/** Returns the content type for escaping and colours; without the header, JSON. */
export function contentTypeOf(headers: readonly { readonly name: string; readonly value: string }[]): string {
  const given = headers.find(({ name }) => name.trim().toLowerCase() === 'content-type')
  return given?.value.trim() || 'application/json'
}

export function isJsonType(contentType: string): boolean {
  return /^[^;]*[/+]json\b/i.test(contentType)
}
