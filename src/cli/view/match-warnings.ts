import { asTexts } from './json-value.ts'
import type { Screen } from './screen.ts'

/** Shows what is probably not meant in matchers, one line each. */
export function showMatchWarnings(screen: Screen, sentences: unknown): void {
  for (const sentence of asTexts(sentences)) screen.line({ text: 'warning', tone: 'warn' }, ` ${sentence}`)
}
