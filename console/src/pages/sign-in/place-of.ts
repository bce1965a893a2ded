/** Returns where to go after signing in, without the base path: only an address of the console itself. */
export function locationOf(to: string | undefined): string {
  // Browsers take a backslash for a slash, and two of them for another host.
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/'
}
