import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Stands for a postgres_exporter: one figure, which the caller can change. */
export class MetricsServer {
  readonly #server: Server
  #connections = 0

  private constructor() {
    this.#server = createServer((_request, response) => {
      response.setHeader('content-type', 'text/plain; version=0.0.4')
      response.end(
        '# TYPE pg_stat_activity_count gauge\n' +
          `pg_stat_activity_count{datname="orders",state="active"} ${this.#connections}\n`,
      )
    })
  }

  static async start(connections: number): Promise<MetricsServer> {
    const metrics = new MetricsServer()
    metrics.setConnections(connections)
    await new Promise<void>((resolve) => metrics.#server.listen(0, '127.0.0.1', resolve))
    return metrics
  }

  /** As in a scrape configuration: `127.0.0.1:9187`. */
  get address(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  setConnections(count: number): void {
    this.#connections = count
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }
}
