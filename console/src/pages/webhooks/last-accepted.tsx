import { Time } from '../../ui/text/time.tsx'

interface LastAcceptedProps {
  readonly at: string | null
  /** The counts lag an attempt that was just accepted. */
  readonly isBehind: boolean
}

/** Shows when a receiver accepted something last. */
export function LastAccepted({ at, isBehind }: LastAcceptedProps) {
  if (isBehind) return 'A moment ago'
  return at === null ? 'Never' : <Time at={at} />
}
