import { AcknowledgeAlert } from '../alerts/acknowledge-alert.tsx'
import { SilenceAlert } from '../alerts/silence-alert.tsx'
import type { OnCallAlert } from './on-call.ts'

/** Shows what can be done at once about an active alert. */
export function RowActions({ alert }: { readonly alert: OnCallAlert }) {
  return (
    <>
      <AcknowledgeAlert alert={alert} isCompact />
      <SilenceAlert alert={alert} isCompact />
    </>
  )
}
