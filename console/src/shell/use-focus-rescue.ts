import { useEffect } from 'react'
import { rescueFocus } from '../ui/page/focus-heading.ts'

/**
 * Keeps the focus in the page: where the control that held it is gone (the preset that was chosen, the row that was
 * deleted), the heading gets it. Otherwise whoever uses a keyboard would begin at the top of the document.
 */
export function useFocusRescue(): void {
  useEffect(() => {
    let last: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      last = target instanceof Element ? target : null
    }
    const observer = new MutationObserver(() => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return
      last = null
      rescueFocus()
    })
    document.addEventListener('focusin', remember)
    observer.observe(document.body, { childList: true, subtree: true })
    return () => {
      document.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [])
}
