import { Button } from '@mantine/core'
import { useQueryErrorResetBoundary } from '@tanstack/react-query'
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router'
import { ProblemAlert } from '../ui/problem-alert.tsx'

/** A page that could not be shown: why, and a way out. */
export function PageFault({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  const queries = useQueryErrorResetBoundary()
  const again = () => {
    queries.reset()
    reset()
    void router.invalidate()
  }
  return (
    <>
      <ProblemAlert error={error} />
      <Button mt="md" variant="default" onClick={again}>
        Try again
      </Button>
    </>
  )
}
