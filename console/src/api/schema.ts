/** The public API as types, generated from its own description: the one thing that the console takes from elsewhere. */
export type { components, paths } from '../../../openapi/v1.d.ts'
