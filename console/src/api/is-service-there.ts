import { BASE_URL } from './client.ts'

/** Whether it answers that it is alive; rejects if nothing answers. */
export async function isServiceThere(): Promise<boolean> {
  return (await fetch(`${BASE_URL}/healthz`)).ok
}
