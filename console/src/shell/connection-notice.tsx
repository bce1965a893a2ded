import { Alert } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { useStreamState } from '../api/stream.ts'

/** A short break is nothing to talk about. */
const PATIENCE_MS = 3_000

/** Says that what is on the page may be out of date, for as long as it may be. */
export function ConnectionNotice() {
  const state = useStreamState()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(state === 'lost'), state === 'lost' ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [state])
  return (
    <div role="status" aria-live="polite">
      {isLong && (
        <Alert
          color="yellow"
          radius={0}
          icon={<IconPlugConnectedX size={18} />}
          title="No connection to the service"
        >
          What you see may be out of date. This page goes on by itself when the service is back.
        </Alert>
      )}
    </div>
  )
}
