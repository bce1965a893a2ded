import type { Engine } from './engines/engine.ts'
import { fill, type Filled } from './fill.ts'
import type { Content } from './fill-rows.ts'
import type { Workplace } from './workplace.ts'

/** Databases that take long to fill, made once in a run and used by several scenarios. */
export class PreparedDatabases {
  readonly #filled = new Map<string, Promise<Filled>>()

  get(bench: Workplace, engine: Engine, content: Content): Promise<Filled> {
    const name = `${engine.name} ${JSON.stringify(content)}`
    let filled = this.#filled.get(name)
    if (!filled) {
      filled = fill(bench, engine, content)
      this.#filled.set(name, filled)
    }
    return filled
  }

  async removeAll(): Promise<void> {
    for (const filled of this.#filled.values()) await (await filled).database.remove()
    this.#filled.clear()
  }
}
