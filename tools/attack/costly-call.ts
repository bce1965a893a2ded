import type { Steps } from '../../src/domain/steps.ts'

/** Does the work as the service does: a piece in each tick of the event loop. */
export type DoInPieces = <Result>(steps: Steps<Result>) => Result

/** Something that one request, or one delivery, makes the service do, with the worst input that its limits allow. */
export interface CostlyCall {
  readonly what: string
  /** The largest and most hostile that is allowed, in words. */
  readonly input: string
  /**
   * Makes the input, and gives what is measured. A refusal counts as a result; of work in steps, given back or done
   * in pieces, the longest piece counts.
   */
  readonly prepare: () => (doInPieces: DoInPieces) => unknown
}
