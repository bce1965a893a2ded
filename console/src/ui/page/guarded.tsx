import { Tooltip } from '@mantine/core'
import { cloneElement, type ReactElement } from 'react'
import { useMay, useSession } from '../../api/session.ts'

interface GuardedProps {
  /** The scope that the API requires, e.g. `webhooks:write`. */
  readonly scope: string
  /** The action of the control, as it stands after "may not": `acknowledge`. */
  readonly to: string
  /** The tooltip of the control where it may be used. */
  readonly tip?: string
  /** A control of Mantine itself, or one that hands all its properties on: else it looks as if it could be used. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** A control that explains itself, instead of failing, where the user lacks the right for it. */
export function Guarded({ scope, to, tip, children }: GuardedProps) {
  const isAllowed = useMay(scope)
  const { kind, role } = useSession()
  if (isAllowed) return tip === undefined ? children : <Tooltip label={tip}>{children}</Tooltip>
  const who = kind === 'token' ? 'Your token' : `Your role ${role}`
  return (
    <Tooltip label={`${who} may not ${to} (needs ${scope})`}>
      {cloneElement(children, {
        'data-disabled': true,
        'aria-disabled': true,
        onClick: (event: Event) => event.preventDefault(),
        onChange: undefined,
      })}
    </Tooltip>
  )
}
