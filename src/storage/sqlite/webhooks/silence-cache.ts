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

  /** The version grows when silences may have changed. */
  get version(): number {
    return this.#version
  }

  /** Forgets silences: they may have changed. */
  forget(): void {
    this.#version += 1
    this.#silences = undefined
  }

  /** Notes this moment for a rollback: call the returned function. */
  savepoint(): () => void {
    const [silences, version] = [this.#silences, this.#version]
    return () => {
      if (this.#version === version) return
      this.#version += 1
      this.#silences = silences
    }
  }
}
