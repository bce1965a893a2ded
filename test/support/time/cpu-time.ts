/** What some work costs this process, in milliseconds of the processor: not how long it had to wait for one. */
export function cpuTimeMs(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000
}
