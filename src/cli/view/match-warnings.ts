import { asText, asTexts } from './json-value.ts'
import type { Screen } from './screen.ts'

/** Shows below a list what is to be known about the matchers of each thing in it, e.g. `silence 3`. */
export function showListedWarnings(
  screen: Screen,
  noun: string,
  listed: readonly { readonly id?: unknown; readonly warnings?: unknown }[],
): void {
  for (const { id, warnings } of listed)
    showMatchWarnings(
      screen,
      asTexts(warnings).map((sentence) => `${noun} ${asText(id)}: ${sentence}`),
    )
}

/** Shows what is probably not meant in matchers, one line each. */
export function showMatchWarnings(screen: Screen, sentences: unknown): void {
  for (const sentence of asTexts(sentences)) screen.line({ text: 'warning', tone: 'warn' }, ` ${sentence}`)
}
