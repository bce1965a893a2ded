import { Anchor } from '@mantine/core'
import { IconMapQuestion } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { EmptyState } from '../ui/page/empty-state.tsx'
import { PageHeader } from '../ui/page/page-header.tsx'

export function NotFound() {
  return (
    <>
      <PageHeader title="Not found" />
      <EmptyState icon={IconMapQuestion} title="No page at this address">
        The link may be old, or its target was deleted.{' '}
        <Anchor component={Link} to="/" underline="always">
          Go to the overview
        </Anchor>
      </EmptyState>
    </>
  )
}
