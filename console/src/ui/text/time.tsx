import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { describeAgo, endOfSecond, formatExact } from './format.ts'

/**
 * Shows how long ago `at` (RFC 3339) is, and nothing for null; on hover, and for screen readers, the exact time in the
 * reader's zone.
 */
export function Time({ at }: { readonly at: string | null | undefined }) {
  const now = useNow()
  if (!at) return null
  return (
    <Tooltip label={formatExact(at)}>
      <time dateTime={at} aria-label={`${describeAgo(at, now)}, ${formatExact(at)}`}>
        {describeAgo(at, now)}
      </time>
    </Tooltip>
  )
}

const STEP_MS = 10_000

/**
 * Returns the current time, updated a few times a minute, and with each new entry, so that none seems to be
 * in the future; hence the end of the current second.
 */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => endOfSecond(Date.now()))
}

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

/** Subscribes to one clock for all times of a page. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(() => listeners.forEach((each) => each()), STEP_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}
