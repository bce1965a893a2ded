const LENGTH_MIN = 10

const LENGTH_MAX = 200
/** More length only makes a password better. */
const LENGTH_GOOD = 16

interface PasswordVerdict {
  /** Tells whether the service may accept it. */
  readonly isEnough: boolean
  /** From 0 to 100, for the bar. */
  readonly strength: number
  /** A sentence about its faults or quality. */
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
