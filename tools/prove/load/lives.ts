import { startService, type Service, type ServiceOptions } from '../../../test/support/app/service.ts'

/** The service, again and again on what it left; none outlives the end, not even one that only starts. */
export class Lives {
  #newest: Promise<Service> | undefined
  #hasEnded = false

  async start(options: ServiceOptions): Promise<Service> {
    if (this.#hasEnded) throw new Error('it is being ended')
    this.#newest = startService(options)
    return this.#newest
  }

  /** Twice is harmless. */
  async end(): Promise<void> {
    this.#hasEnded = true
    const service = await this.#newest?.catch(() => undefined)
    await service?.kill()
  }
}
