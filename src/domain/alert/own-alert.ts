import type { WindowId } from '../ids.ts'
import type { Alert } from './alert.ts'
import type { AlertEvent } from './event.ts'

/** The source of alerts that Tocsin itself raises for maintenance windows. No report may name it. */
export const OWN_SOURCE = 'tocsin'

/** Invisible characters, which would disguise the name. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Says why a report may not name this source; undefined if it may. */
export function whyReserved(source: unknown): string | undefined {
  if (typeof source !== 'string' || source.replace(UNSEEN, '').trim() !== OWN_SOURCE) return undefined
  return `must not be ${OWN_SOURCE}, the name of what Tocsin itself reports; give the sender another name`
}

/** Returns the key of the alert that is active while the window is. */
export function keyOfWindow(id: WindowId): string {
  return `window ${id}`
}

const KEY_OF_WINDOW = /^window [0-9]+$/

/**
 * Tells whether Tocsin itself raised an alert: only webhooks that ask for it are notified, and no silence holds it. The
 * key counts too: an earlier release took the name from monitors as well.
 */
export function isOwn({ source, key }: Pick<Alert, 'source' | 'key'>): boolean {
  return source === OWN_SOURCE && KEY_OF_WINDOW.test(key)
}

/** Tells whether an event is of an alert that Tocsin itself reported. */
export function isOwnEvent(
  event: { readonly source: string } & Partial<Pick<AlertEvent, 'alertKey'>>,
): boolean {
  return isOwn({ source: event.source, key: event.alertKey ?? '' })
}
