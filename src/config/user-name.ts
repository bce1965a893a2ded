import { userInfo } from 'node:os'

/** Returns the name of the user of this process; undefined: the machine does not know one, as in containers. */
export function userName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
