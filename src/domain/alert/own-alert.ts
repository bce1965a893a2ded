import type { Alert } from './alert.ts'

/** The source of what Tocsin itself reports: maintenance windows. No other source can have the name. */
export const OWN_SOURCE = 'tocsin'

/** Tells whether Tocsin itself reported it: only webhooks that ask for it are notified, and no silence holds it. */
export function isOwn({ source }: Pick<Alert, 'source'>): boolean {
  return source === OWN_SOURCE
}
