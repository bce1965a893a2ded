import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { BASE_URL } from './client.ts'
import { Connection } from './connection.ts'
import { isShort } from './list-length.ts'
import { readAnew } from './read-anew.ts'

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
 * Keeps one live connection (`GET /v1/stream`) while the page is seen. Snapshots go straight into the cache; hints that
 * lists have changed make those that are shown be read anew.
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
    listen: (onHeard) => listen(client, onHeard),
    onState: setState,
    readAnew: () => readAnew(client, { predicate: ({ state }) => isShort(state.data) }),
  })
}

function listen(client: QueryClient, onHeard: () => void): EventSource {
  const source = new EventSource(`${BASE_URL}/v1/stream`)
  const on = (name: string, act: (data: unknown) => void) =>
    source.addEventListener(name, ({ data }) => {
      onHeard()
      act(data)
    })
  on('overview', (data) => client.setQueryData(['overview'], parse(data)))
  on('activity', () => readAnew(client, { queryKey: ['activity'] }))
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

/** Which answers are out of date when a kind has changed: the first part of their query keys. */
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
    readAnew(client, { queryKey: [key], predicate: ({ state }) => isShort(state.data) })
  }
}
