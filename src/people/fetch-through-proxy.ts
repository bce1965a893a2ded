import type { CustomFetch } from 'openid-client'
import type { Dispatcher } from 'undici'
import type { FindProxy, Proxy } from '../domain/target/proxy-rules.ts'

/** Fetches as always, but through the proxy of those hosts that have one. */
export function fetchThroughProxy(findProxy: FindProxy): CustomFetch {
  const agents = new Map<Proxy, Dispatcher>()
  return async (url, { body, signal, ...options }) => {
    // `undefined` is not declared for these two.
    const request = { ...options, body: body ?? null, signal: signal ?? null }
    const proxy = findProxy(new URL(url).hostname)
    if (proxy === null) return fetch(url, request)
    // Loaded here, and not the fetch of Node.js, which is one of another version and knows no such agent.
    const { fetch: fetchByAgent, ProxyAgent } = await import('undici')
    let dispatcher = agents.get(proxy)
    if (dispatcher === undefined) {
      const { name: uri, authorization } = proxy
      dispatcher = new ProxyAgent({ uri, ...(authorization !== null && { token: authorization }) })
      agents.set(proxy, dispatcher)
    }
    // The same class by the standard, which the two declare each for itself.
    return (await fetchByAgent(url, { ...request, dispatcher })) as unknown as Response
  }
}
