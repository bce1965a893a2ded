import type { Issue } from '../errors.ts'
import { formatCount } from '../format-count.ts'
import {
  costOf,
  MATCH_STEPS_MAX,
  OWNER_MATCH_STEPS_MAX,
  OWNER_STORED_INSTRUCTIONS_MAX,
  STORED_INSTRUCTIONS_MAX,
  sumCosts,
  type OwnedMatch,
} from './match-budget.ts'

/** A webhook, silence or maintenance window by its name, such as `silence 3`. */
export interface NamedMatch extends OwnedMatch {
  readonly name: string
}

/** Names that a refusal has, the dearest first. */
const NAMED_MAX = 5

/**
 * Finds that the patterns of a match that is to be saved would take more than there is, together with the others that
 * are stored: those of its owner more than a quarter, or those of all owners more than all.
 */
export function findBudgetIssue(given: OwnedMatch, others: readonly NamedMatch[]): Issue | undefined {
  // An owner who is above the budget since an upgrade can still save what costs nothing.
  if (costOf(given.match).instructions === 0) return undefined
  const own = others.filter(({ matchOwner }) => matchOwner === given.matchOwner)
  return (
    findExcess(given, own, {
      whose: 'what one token or user has saved',
      stepsMax: OWNER_MATCH_STEPS_MAX,
      instructionsMax: OWNER_STORED_INSTRUCTIONS_MAX,
    }) ??
    findExcess(given, others, {
      whose: 'everything that is saved',
      stepsMax: MATCH_STEPS_MAX,
      instructionsMax: STORED_INSTRUCTIONS_MAX,
    })
  )
}

interface Limits {
  readonly whose: string
  readonly stepsMax: number
  readonly instructionsMax: number
}

function findExcess(
  given: OwnedMatch,
  others: readonly NamedMatch[],
  { whose, stepsMax, instructionsMax }: Limits,
): Issue | undefined {
  const { steps, instructions } = sumCosts([given, ...others].map(({ match }) => match))
  if (steps <= stepsMax && instructions <= instructionsMax) return undefined
  const taken =
    steps > stepsMax
      ? `take up to ${formatCount(steps)} steps for an event, and ${formatCount(stepsMax)} are allowed`
      : `have ${formatCount(instructions)} instructions, and ${formatCount(instructionsMax)} are allowed`
  return {
    path: 'match',
    message: `is too much: with it, the patterns of ${whose} would ${taken}. ${nameDearest(given, others)} Simplify or remove one of these: texts, texts with | between them and prod-.* take nothing, and a pattern beside = takes little.`,
  }
}

function nameDearest(given: OwnedMatch, others: readonly NamedMatch[]): string {
  const dearest = [{ name: 'this one', match: given.match }, ...others]
    .map(({ name, match }) => ({ name, steps: costOf(match).steps }))
    .filter(({ steps }) => steps > 0)
    .toSorted((one, other) => other.steps - one.steps)
    .slice(0, NAMED_MAX)
  return `Most is taken by ${dearest.map(({ name, steps }) => `${name} (${formatCount(steps)})`).join(', ')}.`
}
