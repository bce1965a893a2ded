import type { PeopleDeps } from './people.ts'

export interface PasswordGuess {
  readonly name: string
  readonly address: string
  readonly password: string
  /** Null: there is no such user, or none with a password. */
  readonly stored: string | null
}

/**
 * Whether it is the password of that name. It counts as a wrong one until `guesses.succeed` says otherwise, but only if it
 * was looked at. `too_many_requests`, `unavailable`.
 */
export async function guessPassword(
  { name, address, password, stored }: PasswordGuess,
  { hasher, guesses }: Pick<PeopleDeps, 'hasher' | 'guesses'>,
): Promise<boolean> {
  let hasBegun = false
  const onPlace = () => {
    guesses.begin(name, address)
    hasBegun = true
  }
  try {
    const turn = { isPreferred: guesses.isGood(name, address), onPlace }
    return (await hasher.verify(password, stored, turn)).isRight
  } catch (error) {
    if (hasBegun) guesses.undo(name, address)
    throw error
  }
}
