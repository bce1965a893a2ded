/** A section's settings of a unit of systemd, each with all of its values. */
export function readUnit(text: string, section: string): ReadonlyMap<string, readonly string[]> {
  const lines =
    text
      .split(/^\[/m)
      .find((part) => part.startsWith(`${section}]`))
      ?.split('\n')
      .slice(1) ?? []
  const settings = lines.flatMap((line) => {
    const found = /^(?<name>\w+)=(?<value>.*)$/.exec(line)
    return found?.groups ? [[found.groups['name'] ?? '', found.groups['value'] ?? ''] as const] : []
  })
  return new Map(
    [...Map.groupBy(settings, ([name]) => name)].map(([name, list]) => [
      name,
      list.map(([, value]) => value),
    ]),
  )
}
