import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusHeading } from '../ui/page/focus-heading.ts'

/**
 * Whoever goes by keyboard or screen reader goes on at the heading of a new page, and hears what it is. What holds the
 * focus within the page keeps it, such as a tab that leads to the next one or a field that wants to be filled in.
 */
export function useArrivalFocus(): void {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        const held = document.activeElement
        if (held !== null && held !== document.body && held.closest('nav') === null) return
        focusHeading()
      }),
    [router],
  )
}
