import { Notifications } from '@mantine/notifications'

/** Shows what a page has done. */
export function Notices() {
  return <Notifications position="bottom-right" limit={4} />
}
