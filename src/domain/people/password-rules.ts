import type { Monotonic } from '../instant.ts'
import { nameKeyOf } from './user.ts'

/** Length makes a password hard to guess, kinds of characters do not (NIST SP 800-63B, section 3.1.1.2). */
const PASSWORD_LENGTH_MIN = 10
/** A password, in characters. */
export const PASSWORD_LENGTH_MAX = 200

/** A password in a request; above `PASSWORD_LENGTH_MAX` the refusal says so. */
export const PASSWORD_TEXT_MAX = 2_000

/** The limits of a new password, for documents. */
export const PASSWORD_LIMITS = { minLength: PASSWORD_LENGTH_MIN, maxLength: PASSWORD_LENGTH_MAX } as const

/** Applies NFKC, as NIST asks before hashing, so that the keyboard does not matter. */
export function normalizePassword(text: string): string {
  return text.normalize('NFKC')
}

/** Says what is wrong with a new password; completes "password …". */
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

/** Bad passwords of ten characters or more, from public lists and around this service. */
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

/** Recent wrong passwords for one name; all times are of a clock that nobody can set. */
export interface WrongPasswords {
  readonly count: number
  readonly startedAt: Monotonic
  /** Nothing is tried before; 0: not blocked. */
  readonly blockedUntil: Monotonic
}

/** Wrong passwords for one name within 15 minutes; then it is closed for 1, 2, 4, 8, 15 minutes. */
export const WRONG_PASSWORDS_MAX = 10
const WINDOW_MS = 15 * 60_000
const MINUTE_MS = 60_000

/** Counts one more wrong password. From the tenth on each closes the name for 1, 2, 4, … 15 minutes. */
export function addWrongPassword(before: WrongPasswords | undefined, now: Monotonic): WrongPasswords {
  const isLate = before === undefined || isForgotten(before, now)
  const count = isLate ? 1 : before.count + 1
  const startedAt = isLate ? now : before.startedAt
  return { count, startedAt, blockedUntil: count < WRONG_PASSWORDS_MAX ? 0 : now + blockMs(count) }
}

/**
 * Ranks the names when too many are stored; the lowest is dropped first. 0: no longer counts. Infinity: blocked now,
 * and must stay. Else the count, so that single tries of many names never displace a name that was tried more often.
 */
export function rankWrongPasswords(wrong: WrongPasswords, now: Monotonic): number {
  if (isForgotten(wrong, now)) return 0
  return wrong.blockedUntil > now ? Infinity : wrong.count
}

/** Takes back one that was not checked; undefined: no other is left. */
export function takeBackWrongPassword({ count, startedAt }: WrongPasswords): WrongPasswords | undefined {
  return count === 1 ? undefined : { count: count - 1, startedAt, blockedUntil: 0 }
}

/** Forgets 15 minutes after the first one, or after the end of the block. */
function isForgotten({ startedAt, blockedUntil }: WrongPasswords, now: Monotonic): boolean {
  return Math.max(startedAt, blockedUntil) + WINDOW_MS <= now
}

function blockMs(count: number): number {
  return Math.min(15, 2 ** Math.min(10, count - WRONG_PASSWORDS_MAX)) * MINUTE_MS
}
