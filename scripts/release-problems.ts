/** The parts of a release, as the project holds them. */
export interface ReleaseFacts {
  readonly version: string
  /** `2026-11-26`. */
  readonly today: string
  readonly changelog: string
  readonly lockfile: string
  /** The page that shows what a receiver gets. */
  readonly tour: string
  /** The versions of the OpenAPI documents, by their names. */
  readonly documents: Readonly<Record<string, string>>
  /** The releases whose databases are kept. */
  readonly fixtures: readonly string[]
  /** Paths that git knows to be changed. */
  readonly changedPaths: readonly string[]
}

/** Lines of one release in the changelog: what a user needs to know, not what was done. */
export const SECTION_LINES_MAX = 60

/** Returns what keeps the project from being released as it is, a sentence each. Pure. */
export function findReleaseProblems(facts: ReleaseFacts): readonly string[] {
  const { version, fixtures, changedPaths } = facts
  return [
    ...findChangelogProblems(facts),
    ...findLockfileProblems(facts),
    ...findVersionProblems(facts),
    ...(fixtures.includes(version)
      ? []
      : [`test/fixtures/releases/${version} is missing: write it with \`npm run release -- fixture\`.`]),
    ...(changedPaths.length === 0 ? [] : [`Commit first: ${changedPaths.slice(0, 5).join(', ')} changed.`]),
  ]
}

function findChangelogProblems({ changelog, version, today }: ReleaseFacts): readonly string[] {
  const sections = changelog.split(/^## /m).slice(1)
  const [newest = ''] = sections
  const [, named, date = ''] = /^(\S+) - (\d{4}-\d\d-\d\d)$/m.exec(newest.split('\n')[0] ?? '') ?? []
  const long = sections.filter((section) => section.trimEnd().split('\n').length > SECTION_LINES_MAX)
  return [
    ...(named === version
      ? []
      : [
          `CHANGELOG.md must begin with the section "## ${version} - ${today}"; its newest is "${newest.split('\n')[0]}".`,
        ]),
    ...(date > today ? [`CHANGELOG.md dates ${named} to ${date}, which is in the future.`] : []),
    ...long.map(
      (section) => `CHANGELOG.md has more than ${SECTION_LINES_MAX} lines for ${section.split(' ')[0]}.`,
    ),
  ]
}

function findLockfileProblems({ lockfile, version }: ReleaseFacts): readonly string[] {
  const [, locked] = /"version": "([^"]+)"/.exec(lockfile) ?? []
  return [
    ...(locked === version ? [] : [`package-lock.json has version ${locked}, package.json ${version}.`]),
    ...(/"resolved": "http/.test(lockfile) ? ['package-lock.json has download addresses.'] : []),
  ]
}

function findVersionProblems({ documents, tour, version }: ReleaseFacts): readonly string[] {
  const older = Object.entries(documents).filter(([, found]) => found !== version)
  const [, shown] = /User-Agent: Tocsin\/(\S+)/.exec(tour) ?? []
  return [
    ...older.map(([name, found]) => `${name} is of ${found}; run \`npm run gen\`.`),
    ...(shown === version ? [] : [`docs/start.md shows Tocsin/${shown}.`]),
  ]
}
