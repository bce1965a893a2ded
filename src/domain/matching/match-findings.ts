import { nearestWord, plainWord } from '../word-distance.ts'
import { matcherCondition } from './compile-match.ts'
import { formatMatcher } from './describe-mismatch.ts'
import { type Matched, severityOf, valuesOf } from './match-values.ts'
import { type Matcher, type MatchGroup, OTHERWISE } from './match.ts'
import { parseMatch } from './parse-match.ts'

const FINDINGS_MAX = 10
const NAMED_MAX = 5

interface ProbedGroup {
  readonly group: MatchGroup
  readonly conditions: readonly ((event: Matched) => boolean)[]
  readonly met: boolean[]
  isMet: boolean
}

/**
 * Finds likely mistakes in a readable `match`, shown one event after the other: matchers that fit nothing lately, that
 * another one makes pointless or impossible, or that differ from recent events only in spelling.
 */
export class MatchFindings {
  readonly #groups: readonly ProbedGroup[]
  #count = 0

  constructor(text: string) {
    const match = parseMatch(text)
    this.#groups = (match === OTHERWISE ? [] : match).map((group) => ({
      group,
      conditions: group.map(matcherCondition),
      met: group.map(() => false),
      isMet: false,
    }))
  }

  /** Counts a clear with the severity that it ends: as a clear it would meet every condition on the severity. */
  add(given: Matched): void {
    const event = given.kind === 'alert' ? { ...given, newState: severityOf(given) } : given
    this.#count += 1
    for (const probed of this.#groups) {
      if (probed.isMet) continue
      const results = probed.conditions.map((condition) => condition(event))
      for (const [index, isMet] of results.entries()) probed.met[index] ||= isMet
      probed.isMet = results.every(Boolean)
    }
  }

  list(seen: SeenValues): readonly string[] {
    const groups = this.#groups.map(({ group }) => group)
    const findings = [
      ...groups.flatMap(findWithinGroup),
      ...findRepeatedGroups(groups),
      ...(this.#count === 0
        ? []
        : this.#groups.flatMap((probed, index) => describeProbed(probed, index, seen, this.#count))),
      ...findSpellings(groups.flat(), seen),
    ]
    return [...new Set(findings)].slice(0, FINDINGS_MAX)
  }
}

/** Compares each matcher with exact (`=`) ones for the same field. */
function findWithinGroup(group: MatchGroup): readonly string[] {
  return group.flatMap((matcher, index) => {
    const exact = group.find(
      (other, at) => at !== index && other.operator === '=' && other.field === matcher.field,
    )
    if (!exact || (matcher.operator === '=' && matcher.value === exact.value && group.indexOf(exact) > index))
      return []
    const [one, other] = [formatMatcher(matcher), formatMatcher(exact)]
    return holdsFor(matcher, exact.value)
      ? [`${one} says nothing more beside ${other}.`]
      : [`${one} and ${other} never hold together, so that this group matches nothing.`]
  })
}

function holdsFor({ operator, value }: Matcher, compared: string): boolean {
  const probe = { field: 'name', operator, value, offset: 0 }
  return matcherCondition(probe)({
    kind: 'job_run',
    source: '',
    name: compared,
    status: 'success',
    details: {},
  })
}

function findRepeatedGroups(match: readonly MatchGroup[]): readonly string[] {
  const texts = match.map((group) => group.map(formatMatcher))
  return texts.flatMap((group, index) => {
    const wider = texts.findIndex(
      (other, at) =>
        at !== index &&
        other.every((matcher) => group.includes(matcher)) &&
        (other.length < group.length || at < index),
    )
    return wider === -1 ? [] : [`Group ${index + 1} says nothing more beside group ${wider + 1}.`]
  })
}

function describeProbed(
  { group, met, isMet }: ProbedGroup,
  index: number,
  seen: SeenValues,
  count: number,
): readonly string[] {
  const unmet = group.filter((_, at) => met[at] === false)
  if (unmet.length > 0) return unmet.map((matcher) => describeUnmet(matcher, count, seen))
  return isMet ? [] : [`No event of the last ${count} meets all matchers of group ${index + 1} together.`]
}

function describeUnmet(matcher: Matcher, count: number, values: SeenValues): string {
  const { field, operator, value } = matcher
  const sentence = `No event of the last ${count} meets ${formatMatcher(matcher)}.`
  if (operator === '!=' || operator === '!~') return sentence
  if (!values.has(field)) {
    const near = nearestField(field, values.keys())
    return near === undefined
      ? `${sentence} None has ${field}.`
      : `${sentence} None has ${field}; did you mean ${near}?`
  }
  const near = operator === '=' ? nearestWord(value, values.get(field)?.keys() ?? []) : undefined
  if (near !== undefined) return `${sentence} Did you mean "${near}"?`
  return `${sentence} Seen lately: ${frequentValues(values, field, NAMED_MAX).join(', ')}.`
}

/** Compares labels by their own names: the common prefix `label.` makes no name similar. */
function nearestField(field: string, known: Iterable<string>): string | undefined {
  const prefix = /^(?:label|annotation)\./.exec(field)?.[0]
  if (prefix === undefined) return nearestWord(field, known)
  const names = [...known].filter((one) => one.startsWith(prefix)).map((one) => one.slice(prefix.length))
  const name = field.slice(prefix.length)
  const near = nearestWord(name, names) ?? names.find((one) => lettersOf(one) === lettersOf(name))
  return near && `${prefix}${near}`
}

function lettersOf(name: string): string {
  return [...name].toSorted().join('')
}

/** Finds values and fields that differ from a compared one only in case and punctuation. */
function findSpellings(matchers: readonly Matcher[], seen: SeenValues): readonly string[] {
  return matchers.flatMap(({ field, operator, value }) => {
    const fields = seen.has(field) ? [...seen.keys()].filter((other) => isSpelledAlike(field, other)) : []
    const known = operator === '=' ? seen.get(field) : undefined
    const values = known?.has(value) ? [...known.keys()].filter((other) => isSpelledAlike(value, other)) : []
    return [
      ...fields.map(
        (other) => `${field} is also spelled ${other} lately; this matcher compares ${field} alone.`,
      ),
      ...values.map(
        (other) => `${field} has "${value}" and "${other}" lately; this matcher takes "${value}" alone.`,
      ),
    ]
  })
}

function isSpelledAlike(one: string, other: string): boolean {
  return one !== other && plainWord(one) !== '' && plainWord(one) === plainWord(other)
}

/** The fields of recent events, with their values and how many events have each. */
type SeenValues = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Values that are counted per field: a label such as a process id has a new one in each event. */
const VALUES_MAX = 1000

export function collectValues(events: Iterable<Matched>): SeenValues {
  const seen = new Map<string, Map<string, number>>()
  for (const event of events) {
    for (const [field, value] of valuesOf(event)) {
      const values = seen.get(field) ?? new Map<string, number>()
      seen.set(field, values)
      const count = values.get(value)
      if (count !== undefined || values.size < VALUES_MAX) values.set(value, (count ?? 0) + 1)
    }
  }
  return seen
}

/** Returns the values of a field that most events had, at most so many. */
export function frequentValues(seen: SeenValues, field: string, max: number): readonly string[] {
  const counted = [...(seen.get(field) ?? [])].toSorted(([, one], [, other]) => other - one)
  return counted.slice(0, max).map(([value]) => value)
}
