import { createRequire } from 'node:module'
import type * as PromClient from 'prom-client'

type Package = typeof PromClient

/**
 * What the metrics need of prom-client. Its index would load its parts for clusters and push gateways as well, and with
 * them half of Node's own modules: 3 MB of memory. The lockfile pins the version, and with it these paths.
 */
const load = createRequire(import.meta.url)

export const Registry = load('prom-client/lib/registry') as Package['Registry']
export const Counter = load('prom-client/lib/counter') as Package['Counter']
export const Gauge = load('prom-client/lib/gauge') as Package['Gauge']
export const Histogram = load('prom-client/lib/histogram') as Package['Histogram']
export const collectDefaultMetrics = load(
  'prom-client/lib/defaultMetrics',
) as Package['collectDefaultMetrics']
