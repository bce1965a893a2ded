import { Alert } from '@mantine/core'
import { IconPlugConnectedX } from '@tabler/icons-react'
import { useStreamState } from '../api/stream.ts'

/** Says that the page may be out of date, for as long as nothing is heard from the service. */
export function ConnectionNotice() {
  const isLost = useStreamState() === 'lost'
  return (
    <div role="status" aria-live="polite">
      {isLost && (
        <Alert color="yellow" radius={0} icon={<IconPlugConnectedX size={18} />} title="No connection">
          This page may be out of date. It reconnects by itself.
        </Alert>
      )}
    </div>
  )
}
