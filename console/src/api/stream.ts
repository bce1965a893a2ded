import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { BASE_URL } from './client.ts'
import { isShort } from './list-length.ts'
import { readAnew } from './read-anew.ts'

/** How the live connection does; `resting`: the page is in the background. */
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
 * Keeps one live connection (`GET /v1/stream`) while the page is seen. Snapshots go straight into the cache; hints that
 * lists have changed make those that are shown be read anew.
 */
export function useLiveUpdates(isAllowed: boolean): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isAllowed) return undefined
    const connection = new Connection(client)
    const follow = () => (document.hidden ? connection.rest() : connection.open())
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      document.removeEventListener('visibilitychange', follow)
      connection.rest()
    }
  }, [client, isAllowed])
}

/** A browser connects again by itself only where nobody answered: not after a refusal, such as that of a service that stops. */
const AGAIN_MS = 3_000

class Connection {
  readonly #client: QueryClient
  #source: EventSource | undefined
  #again: ReturnType<typeof setTimeout> | undefined

  constructor(client: QueryClient) {
    this.#client = client
  }

  open(): void {
    this.#close()
    setState('connecting')
    const source = listen(this.#client)
    this.#source = source
    source.addEventListener('open', () => setState('live'))
    source.addEventListener('error', () => {
      setState('lost')
      if (source.readyState === EventSource.CLOSED) this.#again = setTimeout(() => this.open(), AGAIN_MS)
    })
  }

  rest(): void {
    this.#close()
    setState('resting')
  }

  #close(): void {
    clearTimeout(this.#again)
    this.#source?.close()
    this.#source = undefined
  }
}

function listen(client: QueryClient): EventSource {
  const source = new EventSource(`${BASE_URL}/v1/stream`)
  source.addEventListener('open', () => {
    // What happened while nobody listened.
    for (const kind of Object.keys(KEYS)) invalidate(client, kind)
    readAnew(client, { queryKey: ['overview'] })
    readAnew(client, { queryKey: ['activity'] })
  })
  source.addEventListener('overview', ({ data }) => client.setQueryData(['overview'], parse(data)))
  source.addEventListener('activity', () => readAnew(client, { queryKey: ['activity'] }))
  source.addEventListener('changed', ({ data }) => {
    const { kinds } = parse(data) as { readonly kinds: readonly string[] }
    for (const kind of kinds) invalidate(client, kind)
  })
  return source
}

function parse(data: unknown): unknown {
  return JSON.parse(String(data))
}

/** Which answers are out of date when a kind has changed: the first part of their query keys. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  alerts: ['alerts', 'events'],
  'job-runs': ['job-runs', 'events'],
  deliveries: ['deliveries'],
  webhooks: ['webhooks'],
}

function invalidate(client: QueryClient, kind: string): void {
  for (const key of KEYS[kind] ?? []) {
    readAnew(client, { queryKey: [key], predicate: ({ state }) => isShort(state.data) })
  }
}
