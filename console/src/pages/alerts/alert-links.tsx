import { Button } from '@mantine/core'
import { IconBook2, IconExternalLink, type Icon } from '@tabler/icons-react'
import { isAddress, runbookOf, type Alert } from './alert.ts'

/** Leads to the runbook and to the monitor, where the monitor gave their addresses. */
export function AlertLinks({ alert }: { readonly alert: Alert }) {
  const runbook = runbookOf(alert)
  return (
    <>
      {runbook && <LinkButton href={runbook} icon={IconBook2} label="Runbook" />}
      {isAddress(alert.source_link) && (
        <LinkButton href={alert.source_link} icon={IconExternalLink} label="At the monitor" />
      )}
    </>
  )
}

interface LinkButtonProps {
  readonly href: string
  readonly icon: Icon
  readonly label: string
}

function LinkButton({ href, icon: LinkIcon, label }: LinkButtonProps) {
  return (
    <Button
      component="a"
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      variant="default"
      leftSection={<LinkIcon size={16} />}
      aria-label={`${label} (opens a new tab)`}
    >
      {label}
    </Button>
  )
}
