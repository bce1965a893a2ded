import { valuesOf, type Matched } from './match-values.ts'

/** The fields of events seen lately, each with its values and how many events had them. */
export type SeenValues = ReadonlyMap<string, ReadonlyMap<string, number>>

/** Values of one field that are counted apart: labels such as a process id have a new one in each event. */
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
