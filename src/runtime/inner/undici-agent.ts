import { createRequire } from 'node:module'
import type { Agent } from 'undici'

/**
 * The agent of undici alone: its index would load fetch, WebSocket, cookies and caches, 4.6 MB of memory. The
 * lockfile pins the version, and so this path.
 */
export const UndiciAgent = createRequire(import.meta.url)('undici/lib/dispatcher/agent.js') as typeof Agent
