import { PasswordInput, Progress, Text } from '@mantine/core'
import { useId } from 'react'

const LENGTH_MIN = 10
const LENGTH_MAX = 200
/** The length above which more only makes a password better. */
const LENGTH_GOOD = 16

export interface NewPassword {
  readonly password: string
  readonly again: string
}

export const NO_PASSWORD: NewPassword = { password: '', again: '' }

interface NewPasswordFieldsProps {
  readonly value: NewPassword
  readonly onChange: (value: NewPassword) => void
  /** Whose it will be: it must not be the same. */
  readonly username: string
  /** The sentence of the service about the password that was sent; the next change forgets it. */
  readonly error?: string | undefined
  readonly label?: string
}

/** A password twice, with what it lacks said while one types. */
export function NewPasswordFields({
  value,
  onChange,
  username,
  error,
  label = 'Password',
}: NewPasswordFieldsProps) {
  const { password, again } = value
  const { hint, strength, isEnough } = validatePassword(password, username)
  const hintId = useId()
  const isDifferent = again !== '' && !password.startsWith(again)
  return (
    <>
      <div>
        <PasswordInput
          label={label}
          name="new-password"
          autoComplete="new-password"
          required
          withAsterisk={false}
          value={password}
          error={error}
          aria-describedby={hintId}
          onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        />
        <Progress
          value={error === undefined ? strength : 0}
          size={4}
          mt={8}
          color={isEnough ? 'petrol' : 'gray'}
          aria-label="Strength of the password"
          transitionDuration={150}
        />
        <Text id={hintId} size="xs" c="dimmed" mt={4} mih={18} aria-live="polite">
          {error === undefined && hint}
        </Text>
      </div>
      <PasswordInput
        label={`${label} again`}
        name="new-password-again"
        autoComplete="new-password"
        required
        withAsterisk={false}
        value={again}
        error={isDifferent && 'The passwords differ.'}
        onChange={(event) => onChange({ ...value, again: event.currentTarget.value })}
      />
    </>
  )
}

/** Tells whether it can be sent. */
export function isReady({ password, again }: NewPassword, username: string): boolean {
  return password === again && validatePassword(password, username).isEnough
}

/**
 * The rules of the service for new passwords, to be seen while one types; what it refuses beyond them it says itself.
 */

interface PasswordVerdict {
  /** Tells whether the service may accept it. */
  readonly isEnough: boolean
  /** Its strength from 0 to 100, for the bar. */
  readonly strength: number
  /** A sentence about what it lacks, or how good it is. */
  readonly hint: string
}

export function validatePassword(text: string, name: string): PasswordVerdict {
  const password = text.normalize('NFKC')
  const length = [...password].length
  if (length === 0)
    return {
      isEnough: false,
      strength: 0,
      hint: `At least ${LENGTH_MIN} characters; a few words in a row are easy to remember.`,
    }
  if (length < LENGTH_MIN) {
    const missing = LENGTH_MIN - length
    return {
      isEnough: false,
      strength: length * 4,
      hint: `${missing} more ${missing === 1 ? 'character' : 'characters'}.`,
    }
  }
  if (length > LENGTH_MAX) return { isEnough: false, strength: 0, hint: `At most ${LENGTH_MAX} characters.` }
  const folded = password.toLowerCase()
  if (folded.trim() === name.trim().normalize('NFKC').toLowerCase()) {
    return { isEnough: false, strength: 10, hint: 'The password must not be the name.' }
  }
  if (isPattern(folded))
    return { isEnough: false, strength: 10, hint: 'Repetitions and sequences are easy to guess.' }
  if (length < LENGTH_GOOD) return { isEnough: true, strength: 60, hint: 'Good enough. Longer is stronger.' }
  return { isEnough: true, strength: 100, hint: 'Strong.' }
}

/** `abcabcabcabc`, `0123456789`, `zyxwvutsrq`. */
function isPattern(text: string): boolean {
  if (/^(.{1,4})\1+$/su.test(text)) return true
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
