import { parseDuration } from '../domain/spelling.ts'
import { setting } from './setting.ts'
import { between, parsePublicUrl } from './setting-parsers.ts'

/** Settings of how people sign in: a part of `SETTINGS` (config.ts). */
export const PEOPLE_SETTINGS = {
  sessionIdleMs: setting({
    env: 'TOCSIN_SESSION_IDLE',
    flag: '--session-idle',
    help: 'How long a session of the console lasts without being used. All nodes should have the same.',
    fallback: '12h',
    parse: between(parseDuration, { least: 300_000, most: 90 * 86_400_000, words: 'from 5m to 90d' }),
  }),
  sessionMaxMs: setting({
    env: 'TOCSIN_SESSION_MAX',
    flag: '--session-max',
    help: 'How long a session of the console lasts at the most, however much it is used.',
    fallback: '7d',
    parse: between(parseDuration, { least: 300_000, most: 365 * 86_400_000, words: 'from 5m to 365d' }),
  }),
  publicUrl: setting({
    env: 'TOCSIN_PUBLIC_URL',
    flag: '--public-url',
    help: 'Address under which people reach the service, with the base path, for example `https://tocsin.example.com`. Behind a proxy that changes the host the console needs it, and so does an OpenID provider always. Without it the address that it listens on.',
    fallback: '',
    parse: parsePublicUrl,
  }),
} as const
