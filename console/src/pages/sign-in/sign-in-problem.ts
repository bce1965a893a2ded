/** Why a sign-in through the provider led nowhere, by the code in the address. */
const SENTENCES: Readonly<Record<string, string>> = {
  cancelled: 'The sign-in was cancelled at the provider.',
  expired: 'The sign-in took too long, or started in another window. Try again.',
  provider_unreachable:
    'The provider did not answer. Try again in a moment, or sign in with a password or a token.',
  no_role:
    'The provider knows you, but gives you no role here. Ask an admin to put you into one of the groups that may sign in.',
  disabled: 'Your account is disabled. Ask an admin to enable it.',
  name_taken:
    'Somebody else has your name here already. Ask an admin to rename that user, then sign in again.',
}

/** Returns the sentence above the form; undefined: there was no problem. */
export function problemSentenceOf(code: string | undefined): string | undefined {
  if (code === undefined) return undefined
  return (
    SENTENCES[code] ??
    'The sign-in through the provider did not succeed. Try again; the log of the service says why.'
  )
}
