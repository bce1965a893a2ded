import { Tooltip } from '@mantine/core'
import { cloneElement, type ReactElement } from 'react'
import { useMay, useSession } from '../../api/session.ts'

interface GuardedProps {
  /** The scope that the API requires, e.g. `webhooks:write`. */
  readonly scope: string
  /** A control that takes `data-disabled`, as all of Mantine's do. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** A control that explains itself, instead of failing, where the caller lacks the right for it. */
export function Guarded({ scope, children }: GuardedProps) {
  const isAllowed = useMay(scope)
  const { kind, role } = useSession()
  if (isAllowed) return children
  const who = kind === 'token' ? 'The token you signed in with lacks' : `The role ${role} lacks`
  return (
    <Tooltip label={`${who} the right ${scope}. An admin can give it to you.`}>
      {cloneElement(children, {
        'data-disabled': true,
        'aria-disabled': true,
        onClick: (event: Event) => event.preventDefault(),
        onChange: undefined,
      })}
    </Tooltip>
  )
}
