import type { Model } from './model.ts'

/**
 * Matchers that a release without a budget has stored: each takes half of what one token may have. Its pattern is
 * met by a note of up to 96 characters with this end.
 */
export const HEAVY_MATCH = 'label.note=~"(?:.?){95}b"'

/** The token of them, whose share they take, in the form in which it is stored. */
export const HEAVY_OWNER = 'token 7'

/** Instructions of the pattern times the 512 characters that patterns read. */
const STEPS = 193 * 512
const STEPS_OF_TOKEN_MAX = 200_000
const CHARACTERS_MAX = 512

/** An alert has a note by its key, so that it stays the same; some are longer than a token above its share reads. */
export function noteOf(key: string): string {
  const length = [0, 90, 300, 450][Number(key.replaceAll(/\D/gu, '')) % 4] ?? 0
  return length === 0 ? '' : `${'x'.repeat(length - 1)}b`
}

/** Tells whether such matchers meet a note; undefined: they are above the budget, and may not read all of it. */
export function meetsHeavy(model: Model, note: string): boolean | undefined {
  const count = [...model.webhooks.values()].filter(({ match }) => match === HEAVY_MATCH).length
  const isAbove = count * STEPS > STEPS_OF_TOKEN_MAX
  const seenMax = isAbove
    ? Math.floor((CHARACTERS_MAX * STEPS_OF_TOKEN_MAX) / (count * STEPS))
    : CHARACTERS_MAX
  if (note.length > seenMax) {
    model.saw('a matcher above the budget is undecided')
    return undefined
  }
  model.saw('a matcher above the budget decides', isAbove && note !== '')
  return note.endsWith('b') && note.length <= 96
}
