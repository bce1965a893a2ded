import type { FindProxy } from '../../domain/target/proxy-rules.ts'
import type { TargetRules } from '../../domain/target/target-address.ts'
import type { Lookup } from './lookup.ts'
import type { ReceiverTls } from './open-tls.ts'
import type { OpeningDeps } from './opening.ts'
import type { ProxyGuard } from './proxy-guard.ts'

export interface ConnectorDeps extends OpeningDeps {
  readonly targets: Pick<TargetRules, 'checkAddress'>
  readonly lookup: Lookup
  readonly findProxy: FindProxy
  /** Checks targets behind a proxy, which resolves their names. */
  readonly proxyGuard: ProxyGuard
  /** The TLS settings of the webhooks that use these connections. */
  readonly tls?: ReceiverTls | undefined
}

/** Whom a connection is for. */
export interface Target {
  readonly hostname: string
  readonly port: number
  readonly isTls: boolean
}
