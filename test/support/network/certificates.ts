import { generate } from 'selfsigned'

/** A certificate and its key, both in PEM. */
export interface Identity {
  readonly certificate: string
  readonly key: string
}

export interface IssueOptions {
  readonly names?: readonly string[]
  readonly addresses?: readonly string[]
  readonly notBefore?: string
  readonly notAfter?: string
  /** The subject; the first name unless given. */
  readonly subject?: string
}

export interface TestCertificates {
  /** Vouches for all of the others but `selfSigned` and those that say so. */
  readonly authority: Identity
  /** Nobody trusts this one; it made `stranger`. */
  readonly otherAuthority: Identity
  /** For receiver.example and other.example. */
  readonly good: Identity
  readonly byAddress: Identity
  readonly expired: Identity
  readonly notYetValid: Identity
  readonly wrongHost: Identity
  readonly selfSigned: Identity
  /** For receiver.example, of `otherAuthority`. */
  readonly stranger: Identity
  readonly client: Identity
  readonly secondClient: Identity
  /** Of `otherAuthority`. */
  readonly strangeClient: Identity
  /** For localhost, 127.0.0.1 and ::1. */
  readonly local: Identity
}

let made: Promise<TestCertificates> | undefined

/** Real certificates, made once per process: nothing that is kept in the repository and runs out some day. */
export function testCertificates(): Promise<TestCertificates> {
  made ??= make()
  return made
}

async function make(): Promise<TestCertificates> {
  const [authority, otherAuthority] = [
    await makeAuthority('Tocsin Test Authority'),
    await makeAuthority('Another Authority'),
  ]
  const receiver = { names: ['receiver.example', 'other.example'] }
  return {
    authority,
    otherAuthority,
    good: await issueBy(authority, receiver),
    byAddress: await issueBy(authority, { subject: 'by address', addresses: ['127.0.0.1'] }),
    expired: await issueBy(authority, { ...receiver, notBefore: '2020-01-01', notAfter: '2021-01-01' }),
    notYetValid: await issueBy(authority, { ...receiver, notBefore: '2080-01-01', notAfter: '2081-01-01' }),
    wrongHost: await issueBy(authority, { names: ['elsewhere.example'] }),
    selfSigned: await issueBy(undefined, receiver),
    stranger: await issueBy(otherAuthority, receiver),
    client: await issueBy(authority, { subject: 'first client' }),
    secondClient: await issueBy(authority, { subject: 'second client' }),
    strangeClient: await issueBy(otherAuthority, { subject: 'strange client' }),
    local: await issueBy(authority, { names: ['localhost'], addresses: ['127.0.0.1', '::1'] }),
  }
}

export async function makeAuthority(name: string): Promise<Identity> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date('2020-01-01'),
    notAfterDate: new Date('2090-01-01'),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { certificate: cert, key }
}

/** For servers and clients alike; without an authority it vouches for itself. */
export async function issueBy(
  authority: Identity | undefined,
  { names = [], addresses = [], notBefore = '2020-01-01', notAfter = '2090-01-01', subject }: IssueOptions,
): Promise<Identity> {
  const { cert, private: key } = await generate(
    [{ name: 'commonName', value: subject ?? names[0] ?? 'nobody' }],
    {
      keyType: 'ec',
      algorithm: 'sha256',
      notBeforeDate: new Date(notBefore),
      notAfterDate: new Date(notAfter),
      ...(authority && { ca: { key: authority.key, cert: authority.certificate } }),
      extensions: [
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            ...names.map((value) => ({ type: 2 as const, value })),
            ...addresses.map((ip) => ({ type: 7 as const, ip })),
          ],
        },
      ],
    },
  )
  return { certificate: cert, key }
}
