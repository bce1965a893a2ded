import type { Writable } from 'node:stream'
import { Client } from 'pg'

/**
 * The driver writes each statement by itself. Here those that are sent in one turn of the event loop leave together,
 * which saves a system call and a wake-up of the server for each.
 */
export class GatheringClient extends Client {
  #isGathering = false

  // oxlint-disable-next-line typescript/no-explicit-any -- the driver's has six overloads, and all pass through
  override query(...args: any[]): any {
    if (!this.#isGathering) this.#gather()
    return Reflect.apply(super.query, this, args)
  }

  #gather(): void {
    const { stream } = (this as unknown as { readonly connection: { readonly stream: Writable } }).connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}
