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
  /** For targets behind a proxy, whose names the proxy resolves. */
  readonly proxyGuard: ProxyGuard
  /** What the webhooks whose connections these are say about TLS. */
  readonly tls?: ReceiverTls | undefined
}

/** Whom a connection is for. */
export interface Target {
  readonly hostname: string
  readonly port: number
  readonly isTls: boolean
}
