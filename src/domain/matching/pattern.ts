import { RE2JS } from 're2js'
import { PATTERN_INSTRUCTIONS_MAX, PATTERN_VALUE_CHARACTERS_MAX } from './match.ts'

/** Tells whether a pattern matches the whole of a value. */
export type Pattern = (value: string) => boolean

/**
 * Compiles a pattern in the syntax of RE2, the one of Prometheus and Alertmanager: it matches the whole value, and a
 * dot matches every character. It sees the first `PATTERN_VALUE_CHARACTERS_MAX` characters of a value. Matching takes
 * time in proportion to the length of the value, whatever the pattern.
 * Throws an Error that says why it cannot be compiled.
 */
export function compilePattern(text: string): Pattern {
  const compiled = compileRe2(text)
  return remember((value) => compiled.matches(value.slice(0, PATTERN_VALUE_CHARACTERS_MAX)))
}

/** Values whose results are remembered for each pattern; names of servers and labels come again and again. */
const REMEMBERED_MAX = 100
/** Longer values are texts, which seldom come again. */
const REMEMBERED_CHARACTERS_MAX = 200

function remember(matches: Pattern): Pattern {
  const known = new Map<string, boolean>()
  return (value) => {
    if (value.length > REMEMBERED_CHARACTERS_MAX) return matches(value)
    const before = known.get(value)
    if (before !== undefined) return before
    if (known.size >= REMEMBERED_MAX) known.clear()
    const result = matches(value)
    known.set(value, result)
    return result
  }
}

/**
 * Measures a pattern by the instructions that it is compiled to, or says what is wrong with it, with the remedy.
 */
export function measurePattern(text: string): { readonly size: number } | { readonly mistake: string } {
  try {
    return { size: compileRe2(text).programSize() }
  } catch (error) {
    const reason = (error as Error).message.replace(/^error parsing regexp: /u, '').replace('`(?s)', '`')
    return {
      mistake: `the pattern cannot be used: ${reason}. Patterns have the syntax of RE2, without look-around and back references.`,
    }
  }
}

function compileRe2(text: string): RE2JS {
  const compiled = RE2JS.compile(text, RE2JS.DOTALL)
  const size = compiled.programSize()
  if (size > PATTERN_INSTRUCTIONS_MAX)
    throw new Error(
      `it compiles to ${size} instructions, and ${PATTERN_INSTRUCTIONS_MAX} are allowed; use smaller repetitions`,
    )
  return compiled
}
