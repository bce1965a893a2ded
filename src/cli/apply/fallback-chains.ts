import type { Definition, StoredWebhook } from '../definitions/definition.ts'

/** By the name of a webhook that of its fallback, as it is wanted; undefined: none, or it is not known. */
export type Fallbacks = ReadonlyMap<string, string | undefined>

/** What definitions do not speak of stays as it is. */
export function wantedFallbacks(wanted: readonly Definition[], stored: readonly StoredWebhook[]): Fallbacks {
  const named = wanted.filter(({ members }) => members['fallback'] !== undefined)
  return new Map(
    [...stored, ...named].map(({ name, members: { fallback } }) => [
      name,
      typeof fallback === 'string' ? fallback : undefined,
    ]),
  )
}

/** The names of all that follow as fallbacks, each once. It has the first one in it if the way leads back there. */
export function chainBehind(name: string, fallbacks: Fallbacks): readonly string[] {
  const chain = new Set<string>()
  let next = fallbacks.get(name)
  while (next !== undefined && !chain.has(next)) {
    chain.add(next)
    next = fallbacks.get(next)
  }
  return [...chain]
}
