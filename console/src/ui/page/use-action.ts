import { useState } from 'react'

/** An action that a form or a dialog runs for the user. */
export interface Action {
  readonly isBusy: boolean
  /** The error of its last run; null: none, or it was dismissed. */
  readonly error: unknown
  /** Does it; what is thrown stands in `error`. */
  readonly run: (act: () => Promise<unknown>) => Promise<void>
  readonly forgetError: () => void
}

export function useAction(): Action {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async (act: () => Promise<unknown>) => {
    setBusy(true)
    setError(null)
    try {
      await act()
    } catch (thrown) {
      setError(thrown)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, error, run, forgetError: () => setError(null) }
}
