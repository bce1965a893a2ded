import { nameKeyOf } from './user.ts'

/**
 * Length is what makes a password hard to guess; rules about kinds of characters do not (NIST SP 800-63B, section
 * 3.1.1.2). What many people choose is refused.
 */
export const PASSWORD_LENGTH_MIN = 10
/** A password, in characters. */
export const PASSWORD_LENGTH_MAX = 200

/** Limits a password in a request; one longer than `PASSWORD_LENGTH_MAX` is refused with a sentence of its own. */
export const PASSWORD_TEXT_MAX = 2_000

/** The limits of a new password, for documents. */
export const PASSWORD_LIMITS = { minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX } as const

/** Returns the same characters however they were typed (NFKC, as NIST asks for before a password is hashed). */
export function normalizePassword(text: string): string {
  return text.normalize('NFKC')
}

/** Finds what is wrong with a new password, so that it completes "password …"; undefined: nothing. */
export function findPasswordIssue(text: string, name: string): string | undefined {
  const password = normalizePassword(text)
  const length = [...password].length
  if (length < PASSWORD_LENGTH_MIN) {
    return `must have at least ${PASSWORD_LENGTH_MIN} characters; a few words in a row are easy to remember`
  }
  if (length > PASSWORD_LENGTH_MAX) return `must have at most ${PASSWORD_LENGTH_MAX} characters`
  const folded = password.toLowerCase()
  if (folded.trim() === nameKeyOf(name).normalize('NFKC')) return 'must not be the name'
  if (isRepetition(folded) || isSequence(folded) || WORST.has(folded)) {
    return 'is among the first that anybody would try; choose another'
  }
  return undefined
}

/** `aaaaaaaaaa`, `abcabcabcabc`. */
function isRepetition(text: string): boolean {
  return /^(.{1,4})\1+$/su.test(text)
}

/** `0123456789`, `abcdefghij`, and backwards. */
function isSequence(text: string): boolean {
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, index) => code - (codes[index] ?? 0))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}

/**
 * Bad passwords of ten characters or more, from the heads of public lists, and those that this service suggests
 * itself.
 */
const WORST: ReadonlySet<string> = new Set(
  `1234567890 0987654321 12345678910 123456789a a123456789 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx3edc qwertyuiop
  qwerty1234 qwerty12345 qwerty123456 qwertyuiop123 asdfghjkl1 asdfghjkl123 zxcvbnm123 1234qwerty 12345qwerty
  password12 password123 password1234 password12345 password! password123! password2024 password2025 password2026
  passw0rd123 p@ssw0rd123 p@ssword123 mypassword mypassword1 newpassword changeme123 changemenow administrator
  administrator1 admin12345 admin123456 adminadmin adminadmin1 rootroot123 letmein123 letmein1234 welcome123
  welcome1234 iloveyou12 iloveyou123 sunshine123 princess123 football123 baseball123 superman123 dragon12345
  monkey12345 trustno1234 whatever123 starwars123 postgres12 postgres123 postgresql postgresql1 database123
  oracle12345 tocsintocsin tocsin1234 tocsin12345 tocsinadmin secret1234 secret12345 testtest123 test123456
  default123 temporary1 summer2025 summer2026 winter2025 winter2026`.split(/\s+/),
)
