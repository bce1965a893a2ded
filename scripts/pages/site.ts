/** Where people reach the console of the service of the pages. */
export const SITE = { publicUrl: 'https://tocsin.example.com' } as const
