import { Skeleton, Stack } from '@mantine/core'

/** Stands where a page will be, in about its shape. */
export function PageSkeleton() {
  return (
    <Stack gap="lg" aria-busy="true" aria-label="Loading">
      <Skeleton height={34} width={220} />
      <Skeleton height={120} />
      <Skeleton height={320} />
    </Stack>
  )
}
