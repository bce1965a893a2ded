import { Tooltip } from '@mantine/core'
import { useEffect, useState } from 'react'
import { describeAgo, formatExact } from './format.ts'

interface TimeProps {
  /** RFC 3339, as the API writes it; nothing is shown for null. */
  readonly at: string | null | undefined
}

/** How long ago, or how soon; on hover, and for screen readers, the exact moment in the reader's zone. */
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

/** The present, a few times a minute: enough for what is told in minutes. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), STEP_MS)
    return () => clearInterval(timer)
  }, [])
  return now
}
