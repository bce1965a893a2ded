import { parseDuration } from '../domain/spelling.ts'
import { setting } from './setting.ts'
import { between, parsePublicUrl } from './setting-parsers.ts'

/** Settings of how people sign in: a part of `SETTINGS` (config.ts). */
export const PEOPLE_SETTINGS = {
  sessionIdleMs: setting({
    env: 'TOCSIN_SESSION_IDLE',
    flag: '--session-idle',
    help: 'A console session ends after this time without use. Set the same on all nodes.',
    fallback: '12h',
    parse: between(parseDuration, { least: 300_000, most: 90 * 86_400_000, words: 'from 5m to 90d' }),
  }),
  sessionMaxMs: setting({
    env: 'TOCSIN_SESSION_MAX',
    flag: '--session-max',
    help: 'A console session ends after this time even if it is used.',
    fallback: '7d',
    parse: between(parseDuration, { least: 300_000, most: 365 * 86_400_000, words: 'from 5m to 365d' }),
  }),
  publicUrl: setting({
    env: 'TOCSIN_PUBLIC_URL',
    flag: '--public-url',
    help: 'Address at which people reach the service, with the base path, for example `https://tocsin.example.com`. Required for OpenID, and for the console behind a proxy that changes the host. Default: the address it listens on.',
    fallback: '',
    parse: parsePublicUrl,
  }),
} as const
