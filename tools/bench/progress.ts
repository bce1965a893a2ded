/** A piece of work that takes about so long; those of one kind take about equally long. */
export interface Step {
  readonly kind: string
  readonly seconds: number
}

/** Says what is being done and how much time is left, by what such steps have taken so far. */
export class Progress {
  readonly #steps: readonly Step[]
  readonly #say: (line: string) => void
  readonly #taken = new Map<string, number>()
  #startedAt = 0

  constructor(steps: readonly Step[], say: (line: string) => void) {
    this.#steps = steps
    this.#say = say
  }

  begin(index: number, what: string): void {
    this.#startedAt = performance.now()
    this.#say(`[${index + 1}/${this.#steps.length}, ${describe(this.secondsLeft(index))} left] ${what}`)
  }

  end(index: number): void {
    const kind = this.#steps[index]?.kind
    if (kind !== undefined) this.#taken.set(kind, (performance.now() - this.#startedAt) / 1000)
  }

  /** From the beginning of this step to the end of all. */
  secondsLeft(index: number): number {
    return this.#steps
      .slice(index)
      .reduce((total, { kind, seconds }) => total + (this.#taken.get(kind) ?? seconds), 0)
  }
}

function describe(seconds: number): string {
  return seconds < 90 ? `about ${Math.ceil(seconds)} s` : `about ${Math.round(seconds / 60)} min`
}
