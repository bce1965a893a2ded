import type { AlertState } from '../alert/alert.ts'

/** Returns why an alert is closed at a receiver although it lasts: its webhook is no longer for it. */
export function continuesText(state: AlertState): string {
  return `continues as ${state}, no longer for this receiver`
}

/**
 * Returns the state in which an alert lasts, while the receiver counts it as over because it does not fit its webhook;
 * null: it is over, or it fits.
 */
export function continuingState(now: AlertState, counted: AlertState): AlertState | null {
  return counted === 'cleared' && now !== 'cleared' ? now : null
}
