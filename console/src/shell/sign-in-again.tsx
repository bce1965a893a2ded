import { lazy, Suspense, useEffect, useState } from 'react'
import { onSignedOut } from '../api/client.ts'

/** Seldom needed, and when it is, the service is there: it has just said so. */
const SignInDialog = lazy(() =>
  import('./sign-in-dialog.tsx').then(({ SignInDialog }) => ({ default: SignInDialog })),
)

/**
 * A session that ends in the middle of something: signing in again happens above the page, and nothing typed is lost.
 */
export function SignInAgain() {
  const [isNeeded, setNeeded] = useState(false)
  useEffect(() => onSignedOut(() => setNeeded(true)), [])
  if (!isNeeded) return null
  return (
    <Suspense fallback={null}>
      <SignInDialog onDone={() => setNeeded(false)} />
    </Suspense>
  )
}
