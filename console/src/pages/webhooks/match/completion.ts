/** A field or value that could be completed here. */
type Completion =
  | { readonly kind: 'field'; readonly from: number }
  | { readonly kind: 'value'; readonly field: string; readonly from: number; readonly isQuoted: boolean }

/** The last begun condition: its field, and perhaps operator and value. */
const OPEN =
  /(?:^|[{,]|\bor\s)\s*(?:(?<field>[^\s{}!=~,"'`\\]+)\s*(?:=~|!~|!=|=)\s*(?<value>"(?:[^"\\]|\\.)*|[^\s{}!=~,"'`\\]*)|(?<name>[^\s{}!=~,"'`\\]*))$/u

/** Finds what is typed before the cursor; undefined: nothing to propose. */
export function completionAt(before: string): Completion | undefined {
  const groups = OPEN.exec(before)?.groups
  if (!groups) return undefined
  const { field, value, name = '' } = groups
  if (field === undefined) return { kind: 'field', from: before.length - name.length }
  const typed = value ?? ''
  const isQuoted = typed.startsWith('"')
  return { kind: 'value', field, from: before.length - typed.length, isQuoted }
}

/** Writes a value as matchers need it. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

/** Returns the position of a mistake in UTF-16 units; undefined: it names none. */
export function placeOf(message: string, text: string): number | undefined {
  const character = /at character (\d+)/.exec(message)?.[1]
  if (character === undefined) return undefined
  return Array.from(text)
    .slice(0, Number(character) - 1)
    .join('').length
}
