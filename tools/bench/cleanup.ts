type Undo = () => void | Promise<void>

/** Ends processes, folders and servers that must not outlive the bench, in the reverse order of their beginning. */
export class Cleanup {
  readonly #undos = new Set<Undo>()
  #running: Promise<void> | undefined

  /** Returns what to call when it has ended by itself. */
  add(undo: Undo): () => void {
    // What is begun in the middle of the end ends with it.
    this.#undos.add(undo)
    return () => this.#undos.delete(undo)
  }

  get hasBegun(): boolean {
    return this.#running !== undefined
  }

  /** Twice is harmless; an error of one does not keep the others. */
  run(): Promise<void> {
    this.#running ??= this.#run()
    return this.#running
  }

  async #run(): Promise<void> {
    for (let undo = this.#last(); undo !== undefined; undo = this.#last()) {
      this.#undos.delete(undo)
      try {
        await undo()
      } catch (error) {
        process.stderr.write(`while cleaning up: ${error instanceof Error ? error.message : String(error)}\n`)
      }
    }
  }

  #last(): Undo | undefined {
    return [...this.#undos].at(-1)
  }
}
