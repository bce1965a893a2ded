/**
 * Limit of the rows that one transaction writes, about: reports or changes of alerts, and the deliveries that they make. They take some
 * 25 ms of the thread that serves everybody.
 */
export const WRITES_MAX = 300

/** How many reports or changes fit if each makes a delivery to so many webhooks; at least one. */
export function fittingWithin(rowsMax: number, deliveriesOfEach: number): number {
  return Math.max(1, Math.floor(rowsMax / (1 + deliveriesOfEach)))
}
