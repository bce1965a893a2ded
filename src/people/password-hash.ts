import { scrypt, timingSafeEqual } from 'node:crypto'
import type { Chance } from '../runtime/clock.ts'
import { AppError } from '../domain/errors.ts'
import { normalizePassword } from '../domain/people/password-rules.ts'
import { trimEndOf } from '../domain/trim-end.ts'

export interface PasswordCost {
  /** log2 of the cost N. */
  readonly ln: number
  readonly r: number
  readonly p: number
}

/**
 * From the table of equal strength in the OWASP Password Storage Cheat Sheet: a hash takes 32 MiB, so two at
 * once suit a small machine.
 */
const CURRENT_COST: PasswordCost = { ln: 15, r: 8, p: 3 }

const SALT_BYTES = 16
const KEY_BYTES = 32
/** Memory limit of one hash, whatever parameters are stored. */
const MEMORY_MAX = 256 * 1024 ** 2

/** Hashes computed at once: each takes a thread of the few that there are, and 32 MiB. */
export const HASHES_RUNNING_MAX = 2
/** Limits the hashes that wait, for strangers and for preferred people each. */
export const HASHES_WAITING_MAX = 32
const RETRY_MS = 2_000

export interface SlotRequest {
  /** Waits in a queue of its own and goes first, so that strangers cannot block these people. */
  readonly isPreferred?: boolean
  /** Called once the check is certain; if it throws, nothing is checked. */
  readonly onSlot?: () => void
}

/** Hashes and checks passwords, a few at a time. */
export class PasswordHasher {
  readonly #chance: Pick<Chance, 'bytes'>
  readonly #cost: PasswordCost
  readonly #preferred: (() => void)[] = []
  readonly #others: (() => void)[] = []
  #running = 0

  constructor(chance: Pick<Chance, 'bytes'>, cost: PasswordCost = CURRENT_COST) {
    this.#chance = chance
    this.#cost = cost
  }

  /** Hashes a new password, before passwords that are only checked. `unavailable` if too many wait. */
  async hash(password: string): Promise<string> {
    const salt = this.#chance.bytes(SALT_BYTES)
    await this.#enter({ isPreferred: true })
    return format(this.#cost, salt, await this.#derive(password, salt, this.#cost))
  }

  /**
   * Checks a password. `stored` null: no password, which takes as long as a wrong one. `unavailable` if too
   * many wait.
   */
  async verify(
    password: string,
    stored: string | null,
    request: SlotRequest = {},
  ): Promise<{ readonly isRight: boolean }> {
    const known = stored === null ? undefined : parse(stored)
    const { parameters, salt, key } = known ?? { parameters: this.#cost, ...NOBODY }
    await this.#enter(request)
    const derived = await this.#derive(password, salt, parameters)
    return { isRight: timingSafeEqual(derived, key) && known !== undefined }
  }

  /** Tells whether the hash should be replaced by one with the current parameters. */
  isOutdated(stored: string): boolean {
    const { ln, r, p } = parse(stored)?.parameters ?? this.#cost
    return ln !== this.#cost.ln || r !== this.#cost.r || p !== this.#cost.p
  }

  /** Derives the key after `#enter`, and admits the next. */
  async #derive(password: string, salt: Buffer, parameters: PasswordCost): Promise<Buffer> {
    try {
      return await derive(normalizePassword(password), salt, parameters)
    } finally {
      const next = this.#preferred.shift() ?? this.#others.shift()
      // The next gets its slot.
      if (next) next()
      else this.#running -= 1
    }
  }

  async #enter({ isPreferred = false, onSlot }: SlotRequest): Promise<void> {
    const isFree = this.#running < HASHES_RUNNING_MAX
    const waiting = isPreferred ? this.#preferred : this.#others
    if (!isFree && waiting.length >= HASHES_WAITING_MAX) {
      throw new AppError('unavailable', 'Too many sign-ins are under way; try again in a moment.', {
        retryAfterMs: RETRY_MS,
      })
    }
    onSlot?.()
    if (isFree) {
      this.#running += 1
      return
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push(resolve)
    await promise
  }
}

interface StoredHash {
  readonly parameters: PasswordCost
  readonly salt: Buffer
  readonly key: Buffer
}

/** Compared if there is no user, so that a refusal takes as long. */
const NOBODY = { salt: Buffer.alloc(SALT_BYTES), key: Buffer.alloc(KEY_BYTES) }

function derive(password: string, salt: Buffer, { ln, r, p }: PasswordCost): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  scrypt(password, salt, KEY_BYTES, { N: 2 ** ln, r, p, maxmem: MEMORY_MAX }, (error, key) =>
    error ? reject(error) : resolve(key),
  )
  return promise
}

/** `$scrypt$ln=15,r=8,p=3$<salt>$<hash>`, both in base64 without padding: the form of PHC strings. */
function format({ ln, r, p }: PasswordCost, salt: Buffer, key: Buffer): string {
  const encode = (bytes: Buffer) => trimEndOf(bytes.toString('base64'), '=')
  return `$scrypt$ln=${ln},r=${r},p=${p}$${encode(salt)}$${encode(key)}`
}

/** Returns undefined if no password can fit. */
function parse(text: string): StoredHash | undefined {
  const match = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(
    text,
  )
  const [, ln = '', r = '', p = '', salt = '', key = ''] = match ?? []
  const stored = {
    parameters: { ln: Number(ln), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  }
  return match && stored.key.length === KEY_BYTES ? stored : undefined
}
