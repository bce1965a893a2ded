import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'

/** Links within the console that look as Mantine's anchors and buttons do, and know every address and its search. */

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
