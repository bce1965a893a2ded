import { isObject } from '../json-object.ts'
import { RAISED_STATES, type RaisedState, type SeverityOverrides } from '../alert/severity.ts'

const TEXTS_MAX = 100

/** Reads the member `severity`. Adds a sentence for every mistake, each beginning with the path of the member. */
export function readSeverity(at: string, value: unknown, mistakes: string[]): SeverityOverrides {
  if (value === undefined) return { words: {} }
  if (!isObject(value)) {
    mistakes.push(`${at}: must have lists of words under high, medium, low, and perhaps \`otherwise\``)
    return { words: {} }
  }
  const { otherwise, ...lists } = value
  const words: Partial<Record<RaisedState, readonly string[]>> = {}
  for (const [state, list] of Object.entries(lists)) {
    if (isActiveState(state)) words[state] = readTexts(`${at}.${state}`, list, mistakes)
    else mistakes.push(`${at}.${state}: is not known; known are high, medium, low, otherwise`)
  }
  refuseContradictions(at, words, mistakes)
  if (otherwise === undefined) return { words }
  if (isActiveState(otherwise)) return { words, otherwise }
  mistakes.push(`${at}.otherwise: must be high, medium or low`)
  return { words }
}

function refuseContradictions(at: string, words: SeverityOverrides['words'], mistakes: string[]): void {
  const stateOf = new Map<string, RaisedState>()
  for (const state of RAISED_STATES) {
    for (const word of words[state] ?? []) {
      const spelled = word.trim().toLowerCase()
      const other = stateOf.get(spelled) ?? state
      if (other !== state) {
        mistakes.push(
          `${at}.${state}: ${JSON.stringify(word)} stands under ${other} as well; keep one of the two`,
        )
      }
      stateOf.set(spelled, other)
    }
  }
}

/** Numbers count as texts: YAML reads some words as numbers. */
export function readTexts(at: string, value: unknown, mistakes: string[]): readonly string[] {
  if (value === undefined) return []
  if (Array.isArray(value) && value.length <= TEXTS_MAX) {
    const texts = value.map((entry) => (typeof entry === 'number' ? String(entry) : entry))
    if (texts.every((text): text is string => typeof text === 'string' && /\S/.test(text))) return texts
  }
  mistakes.push(`${at}: must be a list of texts, ${TEXTS_MAX} at most`)
  return []
}

function isActiveState(value: unknown): value is RaisedState {
  return RAISED_STATES.some((state) => state === value)
}
