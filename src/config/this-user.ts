import { homedir, userInfo } from 'node:os'

/**
 * Returns the home of this user. One without an entry in /etc/passwd and without HOME has none, as in containers that
 * run programs under a number: a folder that nobody can make stands for it, and not one that somebody else could.
 */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}

/** Returns the name of the user of this process; undefined: the machine does not know one, as in containers. */
export function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
