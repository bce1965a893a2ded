/**
 * Where to go after signing in: only an address of the console itself, whatever the address says; without the base
 * path.
 */
export function locationOf(to: string | undefined): string {
  // Browsers take a backslash for a slash, and two of them for another host.
  return to !== undefined && /^\/(?![/\\])/.test(to) ? to : '/'
}
