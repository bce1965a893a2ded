/** A field or a value that could be completed at a position in the text of matchers. */
type Completion =
  | { readonly kind: 'field'; readonly from: number }
  | { readonly kind: 'value'; readonly field: string; readonly from: number; readonly isQuoted: boolean }

/** The last condition that is begun: its field, perhaps its operator, and perhaps the beginning of its value. */
const OPEN =
  /(?:^|[{,]|\bor\s)\s*(?:(?<field>[^\s{}!=~,"'`\\]+)\s*(?:=~|!~|!=|=)\s*(?<value>"(?:[^"\\]|\\.)*|[^\s{}!=~,"'`\\]*)|(?<name>[^\s{}!=~,"'`\\]*))$/u

/** Finds what is being typed before the cursor; undefined: nothing can be proposed there. */
export function completionAt(before: string): Completion | undefined {
  const groups = OPEN.exec(before)?.groups
  if (!groups) return undefined
  const { field, value, name = '' } = groups
  if (field === undefined) return { kind: 'field', from: before.length - name.length }
  const typed = value ?? ''
  const isQuoted = typed.startsWith('"')
  return { kind: 'value', field, from: before.length - typed.length, isQuoted }
}

/** Writes a value as matchers have it. */
export function quoted(value: string): string {
  return `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n')}"`
}

/** Finds the position that a mistake names, as an offset in UTF-16 units; undefined: it names none. */
export function placeOf(message: string, text: string): number | undefined {
  const character = /at character (\d+)/.exec(message)?.[1]
  if (character === undefined) return undefined
  return Array.from(text)
    .slice(0, Number(character) - 1)
    .join('').length
}
