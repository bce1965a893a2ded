/** Explanations for error codes of addresses that were not reached. */
export const NETWORK_WORDS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ECONNRESET: 'the connection was reset',
  ENOTFOUND: 'the name is not known (DNS)',
  EAI_AGAIN: 'the name could not be looked up (DNS)',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ETIMEDOUT: 'the connection timed out',
}
