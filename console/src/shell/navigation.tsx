import { NavLink } from '@mantine/core'
import {
  IconBell,
  IconBellOff,
  IconCalendarRepeat,
  IconClockPlay,
  IconGauge,
  IconPlugConnected,
  IconRoute,
  IconSend,
  IconSettings,
  IconWebhook,
  type Icon,
} from '@tabler/icons-react'
import { Link, useRouterState } from '@tanstack/react-router'
import { BASE_PATH } from '../api/client.ts'
import styles from './shell.module.css'

interface Place {
  readonly to:
    | '/'
    | '/webhooks'
    | '/deliveries'
    | '/alerts'
    | '/job-runs'
    | '/routing'
    | '/silences'
    | '/windows'
    | '/settings/sources'
    | '/settings'
  readonly label: string
  readonly icon: Icon
}

const PLACES: readonly Place[] = [
  { to: '/', label: 'Overview', icon: IconGauge },
  { to: '/webhooks', label: 'Webhooks', icon: IconWebhook },
  { to: '/deliveries', label: 'Deliveries', icon: IconSend },
  { to: '/alerts', label: 'Alerts', icon: IconBell },
  { to: '/silences', label: 'Silences', icon: IconBellOff },
  { to: '/windows', label: 'Maintenance', icon: IconCalendarRepeat },
  { to: '/job-runs', label: 'Job runs', icon: IconClockPlay },
  { to: '/routing', label: 'Routing', icon: IconRoute },
  { to: '/settings/sources', label: 'Sources', icon: IconPlugConnected },
  { to: '/settings', label: 'Settings', icon: IconSettings },
]

export function Navigation() {
  const path = useRouterState({ select: ({ location }) => location.pathname.slice(BASE_PATH.length) || '/' })
  return PLACES.map(({ to, label, icon: PlaceIcon }) => {
    const isHere = to === placeOf(path)
    return (
      <NavLink
        key={to}
        component={Link}
        to={to}
        label={label}
        leftSection={<PlaceIcon size={19} stroke={1.7} aria-hidden />}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        className={styles.link!}
        my={2}
      />
    )
  })
}

/** Returns the most exact entry for a path. */
function placeOf(path: string): string | undefined {
  const fitting = PLACES.filter(({ to }) =>
    to === '/' ? path === '/' : path === to || path.startsWith(`${to}/`),
  )
  return fitting.toSorted((one, other) => other.to.length - one.to.length)[0]?.to
}
