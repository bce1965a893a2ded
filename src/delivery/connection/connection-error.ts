import type { NoResponseReason } from '../../domain/receiver/outcome.ts'

/** Why no connection could be made, in words for the operator. */
export class ConnectionError extends Error {
  readonly reason: NoResponseReason

  constructor(reason: NoResponseReason, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectionError'
    this.reason = reason
  }
}
