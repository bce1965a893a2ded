import type { RoleRules } from '../../../domain/people/oidc.ts'
import type { OidcProvider } from '../../../people/oidc-provider.ts'

/** The OpenID provider by which people may sign in. */
export interface OidcSetup {
  readonly provider: OidcProvider
  /** The name that people use for it. */
  readonly name: string
  readonly rules: RoleRules
  /**
   * Where people reach the service, with the base path. Never what a request says of its own host: anybody can send
   * one.
   */
  readonly publicUrl: string
}
