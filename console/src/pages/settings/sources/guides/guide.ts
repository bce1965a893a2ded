/** Instructions for one kind of monitor or scheduler, as data. */
export interface Guide {
  /** The name in the page's address. */
  readonly id: string
  readonly name: string
  readonly reports: 'alerts' | 'job-runs'
  readonly about: string
  /** The source of its reports, as in `/v1/alerts?source=`. */
  readonly arrivesAs: string
  /** Suggested name of its token; null: it is polled, and needs none. */
  readonly tokenName: string | null
  readonly steps: (place: Place) => readonly Step[]
}

/** Values for the placeholders of the instructions. */
export interface Place {
  /** The service's address without a final slash: `https://tocsin.example.com/pem`. */
  readonly address: string
  /** The secret of a token with `events:write`, or a placeholder. */
  readonly token: string
}

export interface Step {
  /** An imperative. */
  readonly title: string
  readonly hint?: string
  /** Text to copy. */
  readonly text?: string
}

/** Splits an address for configurations. `path` is empty or begins with a slash. */
export function partsOf(address: string): {
  readonly scheme: string
  readonly hostAndPort: string
  readonly path: string
} {
  const { protocol, hostname, port, pathname } = new URL(address)
  const scheme = protocol.replace(':', '')
  return {
    scheme,
    hostAndPort: `${hostname}:${port || (scheme === 'https' ? '443' : '80')}`,
    path: pathname.replace(/\/$/, ''),
  }
}

/** The first step of guides to the command line. */
export function configureCommand({ address, token }: Place, title = 'Configure the command once'): Step {
  return {
    title,
    hint: 'It reads the token from standard input, so that no shell history keeps it.',
    text: `echo '${token}' | tocsin configure --url ${address}`,
  }
}
