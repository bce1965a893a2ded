import { useEffect, useState, type ReactNode } from 'react'

const LATE_MS = 2_000

/** What the first look at a page does not need: it comes when that has been had, and costs it nothing. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? children : null
}
