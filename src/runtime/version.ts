import packageJson from '../../package.json' with { type: 'json' }

/** Of the release, e.g. `0.1.0`. */
export const VERSION: string = packageJson.version
