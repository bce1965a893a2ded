/**
 * Approximate limit of the rows of one transaction: reports or changes of alerts, and their deliveries. They take some
 * 25 ms of the thread that serves everybody.
 */
export const WRITES_MAX = 300

/** Steps of patterns that take about as long as a row. */
const MATCH_STEPS_OF_ROW = 6_000

/** The time that patterns may take for one event, in rows. */
export interface MatchRows {
  readonly webhooks: number
  readonly silences: number
}

export const NO_MATCH_ROWS: MatchRows = { webhooks: 0, silences: 0 }

export function matchRowsOf(steps: MatchRows): MatchRows {
  return { webhooks: steps.webhooks / MATCH_STEPS_OF_ROW, silences: steps.silences / MATCH_STEPS_OF_ROW }
}

export function sumRows({ webhooks, silences }: MatchRows): number {
  return webhooks + silences
}

/** Returns how many reports or changes fit, at least one. */
export function fittingWithin(rowsMax: number, deliveriesOfEach: number): number {
  return Math.max(1, Math.floor(rowsMax / (1 + deliveriesOfEach)))
}
