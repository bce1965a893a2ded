import { formatDuration, parseDuration } from '../../domain/spelling.ts'

const WEEK_DAYS = 7
const PARTS = /(\d{1,6})(ms|w|d|h|m|s)/g

/**
 * Returns `1w` and `1h30m` in the one number and unit that the service reads (`7d`, `90m`). All else is returned as it
 * is: `parseDuration` says what is wrong with it.
 */
export function plainDuration(text: string): string {
  const parts = [...text.matchAll(PARTS)]
  const isWhole = parts.length > 0 && parts.map(([part]) => part).join('') === text
  if (!isWhole || (parts.length === 1 && !text.endsWith('w'))) return text
  const ms = parts.map(([, count = '', unit = '']) =>
    unit === 'w' ? parseDuration(`${count}d`) * WEEK_DAYS : parseDuration(`${count}${unit}`),
  )
  return formatDuration(ms.reduce((sum, each) => sum + each, 0))
}
