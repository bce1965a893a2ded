import type { Definition, StoredWebhook } from '../definitions/definition.ts'

/** The name of the fallback of each webhook, by its name; undefined: none, or unknown. */
export type Fallbacks = ReadonlyMap<string, string | undefined>

/** Returns the fallbacks as they will be; those without a definition stay as they are. */
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
