/** So many pages of a list are read anew whenever something happens; each costs a request. */
const LIVE_PAGES_MAX = 4

/**
 * Whether what a query holds may follow every hint. A list of which somebody has unrolled more pages is read anew when
 * the window is looked at again, or another is asked for: else a busy hour would be nothing but reading.
 */
export function isShort(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return true
  return !Array.isArray(data.pages) || data.pages.length <= LIVE_PAGES_MAX
}
