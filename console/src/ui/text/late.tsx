import { useEffect, useState, type ReactNode } from 'react'

const LATE_MS = 2_000

/** Shows what the first paint of a page does not need, after that paint. */
export function Late({ children }: { readonly children: ReactNode }) {
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setTime(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])
  return isTime ? children : null
}
