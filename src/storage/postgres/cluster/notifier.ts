import type { ClientBase } from 'pg'
import type { Clock } from '../../../runtime/clock.ts'
import type { Notification } from '../../cluster.ts'

/** The channel of LISTEN and NOTIFY; the payload is the notification. */
export const CHANNEL = 'tocsin'

/** So often at the most. A NOTIFY takes a lock at its commit that all others wait for. */
const QUIET_MS = 20

export interface NotifierDeps {
  readonly clock: Pick<Clock, 'after'>
  /** Each in a transaction of its own: inside those of the work it would make their commits wait for each other. */
  readonly send: (notifications: readonly Notification[]) => Promise<void>
}

/**
 * Notifies at once after a silence, and gathers what comes within a moment. What cannot be sent is left: the others
 * scan by themselves.
 */
export class Notifier {
  readonly #deps: NotifierDeps
  readonly #gathered = new Set<Notification>()
  #isQuiet = false

  constructor(deps: NotifierDeps) {
    this.#deps = deps
  }

  notify(notification: Notification): void {
    this.#gathered.add(notification)
    if (!this.#isQuiet) void this.#send()
  }

  async #send(): Promise<void> {
    this.#isQuiet = true
    const notifications = [...this.#gathered]
    this.#gathered.clear()
    await this.#deps.send(notifications).catch(() => undefined)
    this.#deps.clock.after(QUIET_MS, () => {
      this.#isQuiet = false
      if (this.#gathered.size > 0) void this.#send()
    })
  }
}

/** Sends the notifications in one statement, and so in one transaction. */
export async function notify(client: ClientBase, payloads: readonly string[]): Promise<void> {
  await client.query('SELECT pg_notify($1, word) FROM unnest($2::text[]) AS word', [CHANNEL, payloads])
}
