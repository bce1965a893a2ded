import type { Client, ClientBase } from 'pg'
import type { Chance, Clock } from '../../../runtime/clock.ts'
import { GrowingPause, RunLoop } from '../../../runtime/run-loop.ts'
import type { Log } from '../../../telemetry/log.ts'
import { type Notification, type NotificationListener, NOTIFICATIONS } from '../../cluster.ts'
import { connect } from '../connection/connect.ts'

/** The channel of LISTEN and NOTIFY; the payload is the notification. */
export const CHANNEL = 'tocsin'

/** The shortest time between two: a NOTIFY holds a lock at its commit that all others wait for. */
const QUIET_MS = 20

export interface NotifierDeps {
  readonly clock: Pick<Clock, 'after'>
  /** Sends outside of the transactions of the work, whose commits would wait for each other. */
  readonly send: (notifications: readonly Notification[]) => Promise<void>
}

/** Notifies at once after a pause, and else gathers for a moment. Drops what cannot be sent. */
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

export interface ListenerDeps {
  /** The server itself: a pooler in transaction mode passes no notifications on. */
  readonly url: string
  readonly clock: Clock
  readonly chance: Chance
  readonly log: Log
  readonly onNotification: (notification: Notification) => void
  readonly isIdle?: () => boolean
  /** Notifies the channel, on another connection. */
  readonly notify: (payload: string) => Promise<void>
}

const PAUSES = { firstMs: 250, maxMs: 30_000 }

/** The interval of test notifications, and the limit for one. */
const ECHO_EVERY_MS = 15_000
const ECHO_IDLE_MS = 60_000
const ECHO_MS_MAX = 5_000

const NOTHING_ARRIVES =
  'PostgreSQL took LISTEN, but its notifications do not arrive: is there a pooler in transaction mode? Give the address of the server itself with TOCSIN_DATABASE_LISTEN, or "off".'

/**
 * Receives notifications of other nodes on its own connection; without it nodes find work later, by scanning.
 * After a reconnect everything counts as new, because something may have been missed.
 */
export class Listener implements NotificationListener {
  readonly #deps: ListenerDeps
  readonly #loop: RunLoop
  readonly #pause = new GrowingPause(PAUSES)
  #hasFailed = false
  #isListening = false

  constructor(deps: ListenerDeps) {
    this.#deps = deps
    this.#loop = new RunLoop({
      clock: deps.clock,
      round: async (signal) => {
        await this.#listen(signal).catch((error: unknown) => this.#noteFault(error))
        return this.#pause.grow() * (0.5 + deps.chance.fraction() / 2)
      },
    })
  }

  get isListening(): boolean {
    return this.#isListening
  }

  start(): void {
    this.#loop.start()
  }

  stop(): Promise<void> {
    return this.#loop.stop()
  }

  /**
   * Listens until the connection or this service ends. Rejects if the connection fails, or no notification
   * arrives.
   */
  async #listen(signal: AbortSignal): Promise<void> {
    const client = await connect({
      url: this.#deps.url,
      name: 'tocsin listener',
      query_timeout: ECHO_MS_MAX,
      keepAlive: true,
    })
    const ended = new AbortController()
    const end = () => ended.abort()
    client.on('error', end)
    client.on('end', end)
    client.on('notification', ({ payload = '' }) => this.#receive(payload))
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    try {
      await client.query(`LISTEN ${CHANNEL}`)
      await this.#echo(client, ended.signal)
      this.#noteListening()
      while (!ended.signal.aborted) {
        await this.#deps.clock.wait(this.#deps.isIdle?.() ? ECHO_IDLE_MS : ECHO_EVERY_MS, ended.signal)
        if (!ended.signal.aborted) await this.#echo(client, ended.signal)
      }
    } finally {
      this.#isListening = false
      signal.removeEventListener('abort', end)
      await client.end().catch(() => undefined)
    }
  }

  /**
   * Tests whether notifications arrive, sending them on another connection: a pooler may by chance return one
   * to its sender.
   */
  async #echo(client: Client, ended: AbortSignal): Promise<void> {
    const word = `echo ${this.#deps.chance.bytes(6).toString('hex')}`
    const arrived = new AbortController()
    const listen = ({ payload }: { readonly payload?: string | undefined }) => {
      if (payload === word) arrived.abort()
    }
    const stop = () => arrived.abort()
    client.on('notification', listen)
    ended.addEventListener('abort', stop)
    try {
      await client.query('SELECT 1')
      // A notification that cannot be sent proves nothing.
      await this.#deps.notify(word).catch(stop)
      await this.#deps.clock.wait(ECHO_MS_MAX, arrived.signal)
      if (!arrived.signal.aborted) throw new Error(NOTHING_ARRIVES)
    } finally {
      client.off('notification', listen)
      ended.removeEventListener('abort', stop)
    }
  }

  #receive(payload: string): void {
    const notification = NOTIFICATIONS.find((word) => word === payload)
    if (notification) this.#deps.onNotification(notification)
  }

  #noteListening(): void {
    if (this.#hasFailed) this.#deps.log.info({}, 'nodes.listen_restored')
    this.#hasFailed = false
    this.#isListening = true
    this.#pause.reset()
    for (const notification of NOTIFICATIONS) this.#deps.onNotification(notification)
  }

  #noteFault(error: unknown): void {
    if (!this.#hasFailed) this.#deps.log.warn({ error }, 'nodes.listen_lost')
    this.#hasFailed = true
  }
}
