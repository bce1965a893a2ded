import { Tooltip } from '@mantine/core'
import { useSyncExternalStore } from 'react'
import { describeAgo, endOfSecond, formatExact } from './format.ts'

interface TimeProps {
  /** RFC 3339, as the API writes it; nothing is shown for null. */
  readonly at: string | null | undefined
}

/** Shows how long ago, or how soon; on hover, and for screen readers, the exact moment in the reader's zone. */
export function Time({ at }: TimeProps) {
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
 * The current time: a few times a minute, which is enough for times in minutes, and again whenever something else
 * is shown, so that a new entry never seems to lie in the future. Hence also the end of the current second.
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
