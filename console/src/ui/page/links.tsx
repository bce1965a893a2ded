import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Console links that look like Mantine's anchors and buttons, typed with every address and its search. */

type PlainAnchorProps = AnchorProps & Omit<ComponentProps<'a'>, keyof AnchorProps>

function PlainAnchor(props: PlainAnchorProps) {
  return <Anchor {...props} />
}

export const AnchorLink = createLink(PlainAnchor)

type PlainButtonProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>

function PlainButton(props: PlainButtonProps) {
  return <Button component="a" {...props} />
}

export const ButtonLink = createLink(PlainButton)

/** A foreign link: only web addresses can be opened, all else is text. */
export function ExternalLink({ href, label = href }: { readonly href: string; readonly label?: string }) {
  if (!/^https?:\/\//i.test(href)) return <span className="mono">{href}</span>
  return (
    <Anchor
      href={href}
      target="_blank"
      rel="noreferrer noopener"
      inherit
      style={{ overflowWrap: 'anywhere' }}
    >
      {label} <IconExternalLink size={13} aria-label="(opens a new tab)" />
    </Anchor>
  )
}
