/** Pages of a list that are read again whenever something happens; each costs a request. */
const LIVE_PAGES_MAX = 4

/**
 * Tells whether a query may follow every hint. A list with more pages is read again only when the window is focused
 * again, or another list is shown: else a busy hour would be nothing but reading.
 */
export function isShort(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return true
  return !Array.isArray(data.pages) || data.pages.length <= LIVE_PAGES_MAX
}
