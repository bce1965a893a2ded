import { Notifications } from '@mantine/notifications'

/** Where a page tells what it has done. */
export function Notices() {
  return <Notifications position="bottom-right" limit={4} />
}
