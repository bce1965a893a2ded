/** Instructions for one kind of monitor or scheduler, as data. */
export interface Guide {
  /** The name in the address of the page. */
  readonly id: string
  readonly name: string
  /** The kind of reports. */
  readonly reports: 'alerts' | 'job-runs'
  /** A description in one sentence. */
  readonly about: string
  /** The name under which its reports arrive, as `/v1/alerts?source=` takes it. */
  readonly arrivesAs: string
  /** The suggested name of its token; null: it is polled, and needs none. */
  readonly tokenName: string | null
  readonly steps: (place: Place) => readonly Step[]
}

/** Values for the placeholders of the instructions. */
export interface Place {
  /** Where this service is, without a slash at the end: `https://tocsin.example.com/pem`. */
  readonly address: string
  /** The secret of a token with `events:write`, or a text that stands for it. */
  readonly token: string
}

export interface Step {
  /** The instruction, as an imperative. */
  readonly title: string
  readonly hint?: string
  /** Text to copy. */
  readonly text?: string
}

/** The parts of the address as configurations want them. `path` is empty or begins with a slash. */
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

/** The step that guides to the command line begin with. */
export function configureCommand({ address, token }: Place, title = 'Configure the command once'): Step {
  return {
    title,
    hint: 'It reads the token from standard input, so that no shell history keeps it.',
    text: `echo '${token}' | tocsin configure --url ${address}`,
  }
}
