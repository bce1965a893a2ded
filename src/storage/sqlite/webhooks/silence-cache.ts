import type { Silence } from '../../../domain/silence/silence.ts'
import { Silences } from '../../../domain/silence/silences.ts'

/** The silences that may hold something: each event is matched against them, and this connection is the only writer. */
export class SilenceCache {
  readonly #read: () => readonly Silence[]
  #silences: Silences | undefined
  #version = 0

  constructor(read: () => readonly Silence[]) {
    this.#read = read
  }

  all(): Silences {
    this.#silences ??= new Silences(this.#read())
    return this.#silences
  }

  /** Grows when they may have changed. */
  get version(): number {
    return this.#version
  }

  /** They may have changed, or what was written was rolled back. */
  forget(): void {
    this.#version += 1
    this.#silences = undefined
  }
}
