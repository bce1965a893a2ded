import { homedir } from 'node:os'

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
