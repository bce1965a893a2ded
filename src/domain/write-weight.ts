/**
 * Approximate limit of the rows that one transaction writes: reports or changes of alerts, and their deliveries. So
 * many take some 25 ms of the thread that serves everybody.
 */
export const WRITES_MAX = 300

/** Returns how many reports or changes fit if each makes so many deliveries, at least one. */
export function fittingWithin(rowsMax: number, deliveriesOfEach: number): number {
  return Math.max(1, Math.floor(rowsMax / (1 + deliveriesOfEach)))
}
