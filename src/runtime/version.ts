import packageJson from '../../package.json' with { type: 'json' }

/** The version of the release, e.g. `0.1.0`. */
export const VERSION: string = packageJson.version
