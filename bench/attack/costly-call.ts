/** Something that one request, or one delivery, makes the service do, with the worst input that its limits allow. */
export interface CostlyCall {
  readonly what: string
  /** The largest and most hostile that is allowed, in words. */
  readonly input: string
  /**
   * Makes the input, and gives what is measured. A refusal counts as an answer; of work in steps, which lets others have
   * their turn, the longest piece counts.
   */
  readonly prepare: () => () => unknown
}
