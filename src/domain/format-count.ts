/** Writes a count for people: `12,345`. */
export function formatCount(count: number): string {
  return count.toLocaleString('en')
}
