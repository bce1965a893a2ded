const AGAIN_MS = 3_000
/** About an hour. */
const TRIES_MAX = 1_200

export interface ServiceWatch {
  /** Rejects if nothing responds. */
  readonly check: () => Promise<unknown>
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Loads a part that no page waits for, when the service responds: what a browser has asked for in vain, it does not
 * ask for again. Rejects if it cannot be had then, or if nothing has responded for about an hour.
 */
export async function loadWhenThere<Part>(load: () => Promise<Part>, watch: ServiceWatch): Promise<Part> {
  for (let looks = 1; ; looks += 1) {
    try {
      await watch.check()
      break
    } catch (cause) {
      if (looks >= TRIES_MAX) throw cause
      await watch.wait(AGAIN_MS)
    }
  }
  return load()
}
