/** Types of the public API, generated from its description: all that the console takes from elsewhere. */
export type { components, paths } from '../../../openapi/v1.d.ts'
