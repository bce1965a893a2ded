import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { PageHeader } from '../ui/page/page-header.tsx'
import { ProblemAlert } from '../ui/page/problem-alert.tsx'
import { PageNotLoaded } from './load-page.ts'
import { PageNotLoadedYet } from './page-not-loaded-yet.tsx'

/** A page that could not be shown: why, and a way out. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  if (error instanceof PageNotLoaded) return <PageNotLoadedYet />
  const again = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <>
      <PageHeader title="This page could not be shown" />
      <ProblemAlert error={error} />
      <Button mt="md" variant="default" onClick={again}>
        Try again
      </Button>
    </>
  )
}
