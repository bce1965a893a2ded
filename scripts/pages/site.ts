/** Where people reach the console of the service that the pages tell of. */
export const SITE = { publicUrl: 'https://tocsin.example.com' } as const
