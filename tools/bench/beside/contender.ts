/**
 * A service that takes alerts as Prometheus sends them, and notifies one receiver of each with a request of its
 * own.
 */
export interface Contender {
  readonly name: string
  /** Begins it on what the one before left; resolves when it is ready. */
  start(): Promise<Running>
  /** Takes away what it has kept. */
  remove(): Promise<void>
}

export interface Running {
  /** Where it takes `POST /api/v2/alerts`. */
  readonly intakeUrl: string
  readonly headers: Readonly<Record<string, string>>
  /** Processor time since its start, that of its database included. */
  cpuSeconds(): Promise<number>
  /** Resident, that of its database included. */
  memoryMb(): Promise<number>
  /** With SIGKILL. */
  kill(): Promise<void>
}
