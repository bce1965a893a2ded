import type { PeopleDeps } from './people.ts'

export interface PasswordTry {
  readonly name: string
  readonly address: string
  readonly password: string
  /** Null: there is no such user, or none with a password. */
  readonly stored: string | null
}

/**
 * Checks the password of that name. A checked one counts as wrong until `throttle.succeed` says otherwise.
 * `too_many_requests`, `unavailable`.
 */
export async function tryPassword(
  { name, address, password, stored }: PasswordTry,
  { hasher, throttle }: Pick<PeopleDeps, 'hasher' | 'throttle'>,
): Promise<boolean> {
  let hasBegun = false
  const onPlace = () => {
    throttle.begin(name, address)
    hasBegun = true
  }
  try {
    const turn = { isPreferred: throttle.isGood(name, address), onPlace }
    return (await hasher.verify(password, stored, turn)).isRight
  } catch (error) {
    if (hasBegun) throttle.undo(name, address)
    throw error
  }
}
