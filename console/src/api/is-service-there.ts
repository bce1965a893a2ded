import { BASE_URL } from './client.ts'

/** Tells whether the service is alive; rejects if nothing responds. */
export async function isServiceThere(): Promise<boolean> {
  return (await fetch(`${BASE_URL}/healthz`)).ok
}
