import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { BASE_URL } from './client.ts'
import { Connection } from './connection.ts'
import { isShort, refetch } from './refetch.ts'

/** `resting`: the page is in the background. */
type StreamState = 'connecting' | 'live' | 'lost' | 'resting'

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
 * Keeps one live connection (`GET /v1/stream`) while the page is visible. Snapshots go into the cache; hints
 * make shown lists be read again.
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
    for (const key of kinds.flatMap((kind) => KEYS[kind] ?? []))
      refetch(client, { queryKey: [key], predicate: ({ state }) => isShort(state.data) })
  })
  on('problem', () => undefined)
  on('heartbeat', () => undefined)
  return source
}

function parse(data: unknown): unknown {
  return JSON.parse(String(data))
}

/** Query keys (first part) that are out of date when a kind has changed. */
const KEYS: Readonly<Record<string, readonly string[]>> = {
  alerts: ['alerts', 'events', 'silences'],
  'job-runs': ['job-runs', 'events'],
  deliveries: ['deliveries'],
  webhooks: ['webhooks'],
  silences: ['silences', 'alerts'],
  windows: ['windows'],
}
