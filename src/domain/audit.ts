/** Who changed something: the token that was presented, under the name it had then, or the service itself. */
export interface Actor {
  /** Null: no token was used. */
  readonly tokenId: number | null
  readonly name: string
  /** Where the request came from; null: from nowhere outside. */
  readonly address: string | null
}

/** An actor at work, with what else should be known of this change, e.g. `through v6`. */
export interface Author extends Actor {
  readonly note?: string
}

/** What the service does by itself, e.g. at its start or because a receiver is gone. */
export const SERVICE_ACTOR: Actor = { tokenId: null, name: 'tocsin', address: null }
