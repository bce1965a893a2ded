import type { Author } from '../domain/audit/audit.ts'
import type { Claim } from '../domain/delivery/delivery.ts'
import type { SilenceId } from '../domain/ids.ts'
import type { Instant } from '../domain/instant.ts'
import type { PageRequest } from '../domain/page.ts'
import type {
  NewSilence,
  Silence,
  SilenceEdit,
  SilenceSeen,
  SilenceState,
} from '../domain/silence/silence.ts'

/** Methods that keep silences; store.ts says what all methods promise. */
export interface SilenceMethods {
  /**
   * Creates a silence. `invalid_request` with every mistake (`validateSilence`), and for webhooks that do not exist;
   * `conflict` above `LIVE_SILENCES_MAX`.
   */
  createSilence(silence: NewSilence, now: Instant, by?: Author): Promise<Silence>

  /** Changes a silence that has not ended (`editSilence`). `not_found`; `conflict` for one that has ended. */
  changeSilence(
    id: SilenceId,
    edit: SilenceEdit,
    when: { readonly now: Instant; readonly by?: Author },
  ): Promise<Silence>

  /** Ends a silence now: what it held is sent. `not_found`; `conflict` for one that has ended. */
  endSilence(id: SilenceId, when: { readonly now: Instant; readonly by?: Author }): Promise<Silence>

  findSilence(id: SilenceId): Promise<SilenceSeen | undefined>

  /** Newest first (by id), those in one of these states; without states: all. */
  listSilences(
    filter: { readonly states?: readonly SilenceState[]; readonly now: Instant },
    page: PageRequest,
  ): Promise<readonly SilenceSeen[]>

  /** Returns all silences that were active at that moment, by id. */
  listSilencesAt(at: Instant): Promise<readonly Silence[]>

  /**
   * Takes back claims that a silence covers, with everything else that is left of their alerts for the same webhook.
   * The next step of `createMissingDeliveries` decides what is held. Lost leases are passed over.
   */
  holdClaims(claims: readonly Claim[], now: Instant): Promise<void>

  /**
   * Moves the silences whose end was given as a length, and that were active, by a step of the clock: they end
   * after that length. After a step back, what had ended before it stays ended, what was passed by is still to
   * begin, and windows are checked again. A step that another node has noted within the last minute changes
   * nothing. `stepMs` 0: a process starts, which finds a step back by when reports could come in last.
   */
  stepSilences(step: { readonly now: Instant; readonly stepMs: number }): Promise<void>

  /**
   * Notes which silences have begun, and ends those that a clock that was set back shows before their begin after their
   * length at the latest. Makes due what silences held that have ended, or have not begun, at most `limit` alerts.
   * Returns how many alerts and silences it changed.
   */
  releaseSilenced(step: { readonly now: Instant; readonly limit: number }): Promise<number>
}
