export const HEALTHS = [
  'healthy',
  'never_called',
  'late',
  'rejecting',
  'failing',
  'paused',
  'disabled',
] as const
export type Health = (typeof HEALTHS)[number]

/** The search parameters of the page. */
export interface WebhookSearch {
  /** A part of the name or of the address. */
  readonly search?: string
  readonly health?: Health
  readonly enabled?: boolean
  readonly type?: 'ALERT' | 'JOB'
}

const SEARCH_CHARACTERS_MAX = 200

/** Reads the search parameters; what is not understood is ignored. */
export function asWebhookSearch({
  search,
  health,
  enabled,
  type,
}: Readonly<Record<string, unknown>>): WebhookSearch {
  // A search for digits is a number by the time it gets here.
  const text = typeof search === 'number' ? String(search) : search
  const known = HEALTHS.find((name) => name === health)
  return {
    ...(typeof text === 'string' && text !== '' && { search: text.slice(0, SEARCH_CHARACTERS_MAX) }),
    ...(known && { health: known }),
    ...(typeof enabled === 'boolean' && { enabled }),
    ...((type === 'ALERT' || type === 'JOB') && { type }),
  }
}

export function isFiltered(search: WebhookSearch): boolean {
  return Object.keys(search).length > 0
}
