export const ENGINE_NAMES = ['sqlite', 'postgres'] as const
export type EngineName = (typeof ENGINE_NAMES)[number]

export const TITLE_OF: Readonly<Record<EngineName, string>> = { sqlite: 'SQLite', postgres: 'PostgreSQL' }
