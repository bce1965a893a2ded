import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay, useSession } from '../../api/session.ts'
import { EmptyState } from './empty-state.tsx'
import { PageHeader } from './page-header.tsx'

interface NeedsRightProps {
  /** The scope that the API requires, e.g. `audit:read`. */
  readonly scope: string
  /** The name of what is not shown without it: `the audit log`. */
  readonly what: string
  /** The title of the page, if nothing above shows it. */
  readonly title?: string
  readonly children: ReactNode
}

/** Shows what may be read with a right; without the right it says so instead of failing. */
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
