import { LEASE, LEASE_ONE_URGENCY, LEASE_PROBES } from '../../src/storage/postgres/deliveries/lease.ts'

const STATEMENTS = [
  ['LEASE', 'Leases what is due of several urgencies.', LEASE],
  ['LEASE_ONE_URGENCY', 'Leases what is due where all of it has one urgency.', LEASE_ONE_URGENCY],
  ['LEASE_PROBES', 'Leases one delivery of each webhook that is paused and may be tried.', LEASE_PROBES],
] as const

/** The statements that lease deliveries on PostgreSQL, whole: the code puts them together. */
export function leasePage(): string {
  return [
    '# The statements of the lease',
    'Written by `npm run gen` from `lease.ts`, which puts them together. A change of that file is read here.',
    ...STATEMENTS.flatMap(([name, what, text]) => [`## ${name}`, what, `\`\`\`sql\n${text.trim()}\n\`\`\``]),
  ].join('\n\n')
}
