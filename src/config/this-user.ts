import { homedir, userInfo } from 'node:os'

/**
 * Returns this user's home. A user without HOME or an entry in /etc/passwd, as in containers, gets a folder
 * that nobody can create.
 */
export function homeFolder(): string {
  try {
    return homedir()
  } catch {
    return '/nonexistent'
  }
}

/** Returns undefined if the machine does not know the user, as in containers. */
export function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
