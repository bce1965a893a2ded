import type { Issue } from '../errors.ts'
import { compileMatch } from '../matching/compile-match.ts'
import type { Matcher } from '../matching/match.ts'
import { compilePattern } from '../matching/pattern.ts'

/** Matchers that everything meets, for whoever means everything and gives none. */
export const EVERYTHING = 'name=~".*"'

/** The confirmation of whoever silences everything. */
export interface Confirmed {
  readonly everything?: boolean | undefined
}

/**
 * Tells whether matchers would silence everything: in one of their groups none needs a value. Only `=` and `=~` can be
 * met by what lacks the field; one with `!=` or `!~` counts as one that needs a value, whatever it excludes.
 * Source: https://github.com/prometheus/alertmanager/blob/v0.34.0/silence/silence.go (`matchesEmpty`)
 */
export function silencesEverything(match: string): boolean {
  return compileMatch(match).groups.some((group) => group.every(isMetByNothing))
}

function isMetByNothing({ operator, value }: Matcher): boolean {
  if (operator === '=~') return compilePattern(value).matches('')
  return operator === '=' && value === ''
}

/** Finds matchers that would silence everything without a word that this is meant, and such a word without them. */
export function findEverythingIssues({
  match,
  everything = false,
}: Confirmed & { readonly match?: string | undefined }): readonly Issue[] {
  if (match === undefined || silencesEverything(match) === everything) return []
  return everything
    ? [
        {
          path: 'everything',
          message: 'is true, but not everything meets these matchers; leave one of the two out',
        },
      ]
    : [
        {
          path: 'match',
          message:
            'would silence everything: none of its matchers needs a value. Compare one, such as server="db-1", or say that everything is meant with `everything: true` (`--everything` of tocsin)',
        },
      ]
}
