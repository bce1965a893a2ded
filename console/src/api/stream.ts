import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { BASE_URL } from './client.ts'
import { isShort } from './list-length.ts'

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
    let source: EventSource | undefined
    const open = () => {
      source?.close()
      if (document.hidden) {
        source = undefined
        setState('resting')
        return
      }
      source = listen(client)
    }
    open()
    document.addEventListener('visibilitychange', open)
    return () => {
      document.removeEventListener('visibilitychange', open)
      source?.close()
    }
  }, [client, isAllowed])
}

function listen(client: QueryClient): EventSource {
  setState('connecting')
  const source = new EventSource(`${BASE_URL}/v1/stream`)
  source.addEventListener('open', () => {
    setState('live')
    // What happened while nobody listened.
    for (const kind of Object.keys(KEYS)) invalidate(client, kind)
    void client.invalidateQueries({ queryKey: ['overview'] })
    void client.invalidateQueries({ queryKey: ['activity'] })
  })
  source.addEventListener('error', () => setState('lost'))
  source.addEventListener('overview', ({ data }) => client.setQueryData(['overview'], parse(data)))
  source.addEventListener('activity', () => void client.invalidateQueries({ queryKey: ['activity'] }))
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
    void client.invalidateQueries({ queryKey: [key], predicate: ({ state }) => isShort(state.data) })
  }
}
