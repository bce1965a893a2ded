import { Stack } from '@mantine/core'
import { PageHeader } from '../../ui/page/page-header.tsx'
import { NobodyNotified } from './nobody-notified.tsx'
import { RoutingTest } from './routing-test.tsx'

/** Shows who would be notified of an event, and which events notified nobody. */
export function RoutingPage() {
  return (
    <>
      <PageHeader title="Routing" />
      <Stack gap="md">
        <RoutingTest />
        <NobodyNotified />
      </Stack>
    </>
  )
}
