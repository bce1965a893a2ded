import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { BASE_URL } from './client.ts'
import { refetch } from './refetch.ts'

/** The page says that the connection is lost after this silence. The service sends something every two seconds. */
const SILENCE_MS = 4_000
/**
 * Pause before the next attempt: a browser does not connect again by itself after a refusal, as by a service that
 * stops.
 */
const AGAIN_MS = 3_000
/** Limit for one attempt: a network that drops every packet never ends it. */
const ATTEMPT_MS = 10_000
/** Interval at which lists are read during a silence: a proxy may refuse the stream and pass everything else. */
const READ_MS = 15_000

/** Pages of a list that are read again whenever something happens; each costs a request. */
const LIVE_PAGES_MAX = 4

/** State of the live connection; `resting`: the page is in the background. */
export type StreamState = 'connecting' | 'live' | 'lost' | 'resting'

let state: StreamState = 'connecting'
const watchers = new Set<() => void>()

function setState(next: StreamState): void {
  if (state === next) return
  state = next
  for (const watcher of watchers) watcher()
}

export function useStreamState(): StreamState {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
    () => state,
  )
}

/**
 * Keeps one live connection (`GET /v1/stream`) while the page is seen. Snapshots go straight into the cache; hints
 * that lists have changed make those that are shown be read again.
 */
export function useLiveUpdates(isAllowed: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isAllowed) return undefined
    const connection = connect(client)
    const rest = () => {
      connection.close()
      setState('resting')
    }
    const follow = () => (document.hidden ? rest() : connection.open())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      rest()
    }
  }, [client, isAllowed])
}

function connect(client: QueryClient): Connection {
  return new Connection({
    listen: (onEvent) => listen(client, onEvent),
    onState: setState,
    refetch: () => refetch(client, { predicate: ({ state }) => isShort(state.data) }),
  })
}

function listen(client: QueryClient, onEvent: () => void): EventSource {
  const source = new EventSource(`${BASE_URL}/v1/stream`)
  const on = (name: string, act: (data: unknown) => void) =>
    source.addEventListener(name, ({ data }) => {
      onEvent()
      act(data)
    })
  on('overview', (data) => client.setQueryData(['overview'], parse(data)))
  on('activity', () => refetch(client, { queryKey: ['activity'] }))
  on('changed', (data) => {
    const { kinds } = parse(data) as { readonly kinds: readonly string[] }
    for (const kind of kinds) invalidate(client, kind)
  })
  on('problem', () => undefined)
  on('heartbeat', () => undefined)
  return source
}

function parse(data: unknown): unknown {
  return JSON.parse(String(data))
}

/** The responses that are out of date when a kind has changed: the first part of their query keys. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  alerts: ['alerts', 'events', 'silences'],
  'job-runs': ['job-runs', 'events'],
  deliveries: ['deliveries'],
  webhooks: ['webhooks'],
  silences: ['silences', 'alerts'],
  windows: ['windows'],
}

function invalidate(client: QueryClient, kind: string): void {
  for (const key of KEYS[kind] ?? []) {
    refetch(client, { queryKey: [key], predicate: ({ state }) => isShort(state.data) })
  }
}

/**
 * Tells whether a query may follow every hint. A list with more pages is read again only when the window is focused
 * again, or another list is shown: else a busy hour would be nothing but reading.
 */
export function isShort(data: unknown): boolean {
  if (typeof data !== 'object' || data === null || !('pages' in data)) return true
  return !Array.isArray(data.pages) || data.pages.length <= LIVE_PAGES_MAX
}

interface ConnectionOptions {
  /** Opens a new stream with the listeners for its events; `onEvent` must be called for each of them. */
  readonly listen: (onEvent: () => void) => EventSource
  readonly onState: (state: 'live' | 'lost') => void
  /** The connection is back after a loss, or has been lost for a while: what is shown may be out of date. */
  readonly refetch: () => void
}

/** Keeps one stream open, and says within four seconds that nothing comes any more, whatever the reason is. */
export class Connection {
  readonly #options: ConnectionOptions
  #source: EventSource | undefined
  #silence: ReturnType<typeof setTimeout> | undefined
  #again: ReturnType<typeof setTimeout> | undefined
  #reading: ReturnType<typeof setInterval> | undefined

  constructor(options: ConnectionOptions) {
    this.#options = options
  }

  open(): void {
    this.close()
    this.#waitForSilence()
    this.#connect()
  }

  close(): void {
    clearTimeout(this.#silence)
    clearTimeout(this.#again)
    clearInterval(this.#reading)
    this.#reading = undefined
    this.#source?.close()
    this.#source = undefined
  }

  #connect(): void {
    this.#source?.close()
    const source = this.#options.listen(() => this.#receive())
    this.#source = source
    source.addEventListener('open', () => {
      this.#receive()
      this.#options.refetch()
    })
    source.addEventListener('error', () => {
      if (source.readyState === EventSource.CLOSED) this.#connectLater(AGAIN_MS)
    })
  }

  #receive(): void {
    clearTimeout(this.#again)
    clearInterval(this.#reading)
    this.#reading = undefined
    this.#waitForSilence()
    this.#options.onState('live')
  }

  #waitForSilence(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      this.#options.onState('lost')
      this.#reading ??= setInterval(this.#options.refetch, READ_MS)
      this.#connectLater(AGAIN_MS)
    }, SILENCE_MS)
  }

  #connectLater(ms: number): void {
    clearTimeout(this.#again)
    this.#again = setTimeout(() => {
      this.#connect()
      this.#connectLater(ATTEMPT_MS)
    }, ms)
  }
}
