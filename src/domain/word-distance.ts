/** Drops what people get wrong most: case, spaces, hyphens, underscores. */
export function plainWord(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '')
}

/** Counts the characters that must be added, dropped or replaced to make one word of the other. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** Returns the known word that is closest to a wrong one; undefined: none is close. */
export function nearestWord(word: string, known: Iterable<string>): string | undefined {
  const wanted = plainWord(word)
  let nearest: { readonly word: string; readonly distance: number } | undefined
  for (const one of known) {
    const compared = plainWord(one)
    const distanceMax = Math.min(Math.ceil(compared.length / 4), 3, (nearest?.distance ?? 4) - 1)
    if (Math.abs(compared.length - wanted.length) > distanceMax) continue
    const distance = editDistance(wanted, compared)
    if (distance <= distanceMax) nearest = { word: one, distance }
  }
  return nearest?.word
}

/**
 * Returns the member that is probably meant: spelled nearly alike, longer by a first word (`job_name` for `name`), or
 * spelled out (`medium_alert` for `med_alert`).
 */
export function nearestMember(name: string, known: readonly string[]): string | undefined {
  const near = nearestWord(name, known)
  if (near !== undefined) return near
  return known.find((one) => name.endsWith(`_${one}`)) ?? known.find((one) => spellsOut(name, one))
}

function spellsOut(name: string, short: string): boolean {
  const [words, parts] = [name.split('_'), short.split('_')]
  return words.length === parts.length && words.every((word, index) => word.startsWith(parts[index] ?? ' '))
}
