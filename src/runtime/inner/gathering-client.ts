import type { Writable } from 'node:stream'
import { Client, type ClientConfig } from 'pg'

/**
 * The driver writes each statement by itself. Here those that are sent in one turn of the event loop leave together,
 * which saves a system call and a wake-up of the server for each: about 40 of 100 µs of the processor for four of them.
 */
export class GatheringClient extends Client {
  #isGathering = false

  constructor(config?: string | ClientConfig) {
    super(config)
    // Not as a method: it would have to repeat each way in which the driver's can be called.
    this.query = ((...given: readonly unknown[]) => {
      if (!this.#isGathering) this.#gather()
      return Reflect.apply(Client.prototype.query, this, given)
    }) as Client['query']
  }

  #gather(): void {
    // The types of the driver keep quiet about it.
    const { stream } = (this as unknown as { readonly connection: { readonly stream: Writable } }).connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}
