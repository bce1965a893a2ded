import { Tooltip } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { cloneElement, type ReactElement, type ReactNode } from 'react'
import { useMay, useSession } from '../../api/session.ts'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'

interface GuardedProps {
  /** The scope that the API requires, e.g. `webhooks:write`. */
  readonly scope: string
  /** The action, as it follows "may not": `acknowledge`. */
  readonly to: string
  /** The tooltip of a usable control. */
  readonly tip?: string
  /** A Mantine control, or one that passes all properties on; otherwise it seems usable. */
  readonly children: ReactElement<Record<string, unknown>>
}

/** A control that explains a missing right instead of failing. */
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

interface NeedsRightProps {
  /** The scope that the API requires, e.g. `audit:read`. */
  readonly scope: string
  /** Names the content in a refusal: `the audit log`. */
  readonly what: string
  /** The page's title, if nothing above shows it. */
  readonly title?: string
  readonly children: ReactNode
}

/** Shows its children, or says that the right is missing. */
export function NeedsRight({ scope, what, title, children }: NeedsRightProps) {
  const { kind, role } = useSession()
  if (useMay(scope)) return children
  return (
    <>
      {title !== undefined && <PageHeader title={title} />}
      <EmptyState icon={IconLock} title={`You may not see ${what}`}>
        {kind === 'token' ? 'The token you signed in with lacks' : `The role ${role} lacks`} the right{' '}
        <span className="mono">{scope}</span>. An admin can give it to you.
      </EmptyState>
    </>
  )
}
