import { Alert as Notice, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { IconBellOff } from '@tabler/icons-react'
import { loadPage } from '../../shell/load-page.ts'
import { AnchorLink } from '../../ui/page/links.tsx'
import { matchOf } from '../silences/silence.ts'
import { AlertAction } from './alert-action.tsx'
import type { Alert } from './alert.ts'

/** Loaded when it is first opened: few lists of alerts end in a silence. */
const SilenceDialog = lazy(
  loadPage(async () => ({ default: (await import('../silences/silence-dialog.tsx')).SilenceDialog })),
)

interface SilenceAlertProps {
  readonly alert: Alert
  /** True: an icon, for rows. */
  readonly isCompact?: boolean
}

/** Silences alerts like this one. */
export function SilenceAlert({ alert, isCompact }: SilenceAlertProps) {
  const [isOpen, { open, close }] = useDisclosure()
  const [wasOpened, setOpened] = useState(false)
  return (
    <>
      <AlertAction
        label="Silence this"
        to="silence alerts"
        name={alert.name}
        icon={IconBellOff}
        isCompact={isCompact}
        onClick={() => {
          setOpened(true)
          open()
        }}
      />
      {wasOpened && (
        <Suspense fallback={null}>
          <SilenceDialog isOpen={isOpen} onClose={close} match={matchOf(alert)} />
        </Suspense>
      )}
    </>
  )
}

/** Says which silences cover the alert. */
export function SilencedNotice({
  alert: { silenced_by: ids, all_silences_seen: areAllSeen },
}: {
  readonly alert: Alert
}) {
  if (ids.length === 0)
    return areAllSeen ? null : (
      <Notice color="gray" icon={<IconBellOff size={18} />} title="Not all silences looked">
        <Text size="sm">
          The patterns of a silence are above their budget, or take too long, and could not look at all of
          this alert.
        </Text>
      </Notice>
    )
  return (
    <Notice color="gray" icon={<IconBellOff size={18} />} title="Silenced">
      <Text size="sm">
        Held by{' '}
        {ids.map((id, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <AnchorLink to="/silences" search={{ open: id }} inherit underline="always">
              silence {id}
            </AnchorLink>
          </span>
        ))}
        . Its clear is sent to whoever was notified.
      </Text>
    </Notice>
  )
}
