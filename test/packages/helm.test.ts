import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { goProgram } from '../../scripts/package/go-program.ts'
import { root } from '../../scripts/find-node.mjs'
import { SETTINGS } from '../../src/config/config.ts'
import { fileNamesOf } from '../../src/config/given-value.ts'
import { VERSION } from '../../src/runtime/version.ts'
import { missing, run } from './support/packages.ts'
import { pythonProgram } from './support/python-program.ts'

const CHART = join(root, 'packaging/helm/tocsin')
/** The least that the chart is for, and the newest that kubernetes-validate knows. */
const KUBERNETES = ['1.27.0', '1.37.0']

const POSTGRES = ['engine=postgres', 'secrets.database=tocsin-database', 'secrets.adminToken=tocsin-token']
const EVERYTHING = [
  ...POSTGRES,
  'secrets.encryptionKey=tocsin-key',
  'settings.TOCSIN_BASE_PATH=/pem',
  'ingress.enabled=true,ingress.host=tocsin.example.com,ingress.tlsSecret=tls,ingress.className=nginx',
  'serviceMonitor.enabled=true,prometheusRule.enabled=true,dashboard.enabled=true',
  'annotations.team=dba,envFrom[0].secretRef.name=more',
  'extraVolumes[0].name=tls,extraVolumes[0].secret.secretName=tls',
  'extraVolumeMounts[0].name=tls,extraVolumeMounts[0].mountPath=/run/tls',
  'extraEnv[0].name=TOCSIN_PROXY,extraEnv[0].valueFrom.secretKeyRef.name=proxy,extraEnv[0].valueFrom.secretKeyRef.key=url',
  'networkPolicy.egressTo[0].ipBlock.cidr=10.0.0.0/8',
]

interface Manifest {
  readonly kind: string
  readonly metadata: { readonly name: string; readonly labels?: Readonly<Record<string, string>> }
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into manifests of any kind
  readonly spec: any
}

describe('the Helm chart', { skip: missing('go', 'python3') }, () => {
  const helm = goProgram('helm', 'helm.sh/helm/v3/cmd/helm@v3.22.0')
  const folder = mkdtempSync(join(tmpdir(), 'tocsin-helm-'))
  after(() => rmSync(folder, { recursive: true }))

  const render = (values: readonly string[], version = '1.37.0') =>
    run(helm, [
      'template',
      'prod',
      CHART,
      '--kube-version',
      version,
      ...values.flatMap((value) => ['--set', value]),
    ])
  const manifests = (values: readonly string[]) =>
    parseAllDocuments(render(values)).map((document) => document.toJS() as Manifest)
  const kinds = (values: readonly string[]) =>
    manifests(values)
      .map(({ kind }) => kind)
      .sort()

  it('is of this release, and has nothing that Helm minds', () => {
    const { version, appVersion } = parse(readFileSync(join(CHART, 'Chart.yaml'), 'utf8')) as Record<
      string,
      string
    >

    assert.deepEqual([version, appVersion], [VERSION, VERSION])
    run(helm, ['lint', '--strict', CHART])
  })

  for (const [what, values] of [
    ['SQLite', []],
    ['PostgreSQL', POSTGRES],
    ['everything', EVERYTHING],
  ] as const) {
    it(`gives manifests that Kubernetes takes: ${what}`, () => {
      const validate = pythonProgram('kubernetes-validate', '1.37.0')
      for (const version of KUBERNETES) {
        const file = join(folder, 'manifests.yaml')
        writeFileSync(file, render(values, version))
        run(validate, ['--strict', '--quiet', '-k', version, file])
      }
    })
  }

  it('has one pod with a volume on SQLite, and several without on PostgreSQL', () => {
    assert.deepEqual(kinds([]), ['NetworkPolicy', 'Service', 'StatefulSet'])
    assert.deepEqual(kinds(POSTGRES), ['Deployment', 'NetworkPolicy', 'PodDisruptionBudget', 'Service'])
    assert.deepEqual(kinds(EVERYTHING), [
      'ConfigMap',
      'Deployment',
      'Ingress',
      'NetworkPolicy',
      'PodDisruptionBudget',
      'PrometheusRule',
      'Service',
      'ServiceMonitor',
    ])
  })

  it('names secrets, and has none in it', () => {
    const { spec } = manifests(EVERYTHING).find(({ kind }) => kind === 'Deployment') ?? assert.fail()
    const [container] = spec.template.spec.containers
    const variables = new Map<string, string>(
      container.env.map(({ name, value }: Record<string, string>) => [name, value]),
    )
    const known = new Set(
      Object.values(SETTINGS).flatMap((setting) => [setting.env, fileNamesOf(setting)?.env]),
    )

    assert.deepEqual([...variables.keys()].sort(), [
      'TOCSIN_ADMIN_TOKEN_FILE',
      'TOCSIN_BASE_PATH',
      'TOCSIN_DATABASE_FILE',
      'TOCSIN_ENCRYPTION_KEY_FILE',
      'TOCSIN_PROXY',
    ])
    for (const name of variables.keys()) assert.ok(known.has(name), name)
    for (const [name, file] of variables)
      if (name.endsWith('_FILE'))
        assert.ok(
          container.volumeMounts.some(({ mountPath }: { mountPath: string }) =>
            file.startsWith(`${mountPath}/`),
          ),
          name,
        )
    assert.equal(container.readinessProbe.httpGet.path, '/pem/readyz')
    assert.equal(container.securityContext.readOnlyRootFilesystem, true)
  })

  it('follows the port and the certificate of the settings, and writes whole numbers as such', () => {
    const values = join(folder, 'values.yaml')
    writeFileSync(
      values,
      'settings: { TOCSIN_LISTEN: "0.0.0.0:9443", TOCSIN_TLS_CERT_FILE: /run/tls/tls.crt, TOCSIN_DATABASE_SIZE_MAX: 100000000 }',
    )
    const rendered = run(helm, ['template', 'prod', CHART, '--kube-version', '1.37.0', '--values', values])
    const set = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest)
    const { spec } = set.find(({ kind }) => kind === 'StatefulSet') ?? assert.fail()
    const [{ ports, env, readinessProbe }] = spec.template.spec.containers

    assert.deepEqual([ports[0].containerPort, readinessProbe.httpGet.scheme], [9443, 'HTTPS'])
    assert.equal(
      env.find(({ name }: { name: string }) => name === 'TOCSIN_DATABASE_SIZE_MAX').value,
      '100000000',
    )
  })

  it('follows what extraEnv gives, and what is said of envFrom', () => {
    const pod = (...values: readonly string[]) =>
      manifests(values).find(({ kind }) => kind === 'StatefulSet')?.spec.template.spec.containers[0]
    const schemeWith = (...values: readonly string[]) => {
      const { livenessProbe, readinessProbe, startupProbe } = pod(...values)
      return [...new Set([livenessProbe, readinessProbe, startupProbe].map((probe) => probe.httpGet.scheme))]
    }
    const certificate = 'extraEnv[0].name=TOCSIN_TLS_CERT_FILE'
    const fromSecret =
      'extraEnv[0].valueFrom.secretKeyRef.name=tls,extraEnv[0].valueFrom.secretKeyRef.key=path'

    assert.deepEqual(schemeWith(certificate, 'extraEnv[0].value=/run/tls/tls.crt'), ['HTTPS'])
    assert.deepEqual(schemeWith(certificate, fromSecret), ['HTTPS'])
    assert.deepEqual(schemeWith('envFrom[0].secretRef.name=more'), ['HTTP'])
    assert.deepEqual(schemeWith('envFrom[0].secretRef.name=more', 'tls=true'), ['HTTPS'])
    assert.deepEqual(schemeWith('envFrom[0].secretRef.name=more', 'tls=false'), ['HTTP'])
    const moved = pod(
      'settings.TOCSIN_LISTEN=0.0.0.0:9000',
      'extraEnv[0].name=TOCSIN_LISTEN,extraEnv[0].value=0.0.0.0:9443',
      'extraEnv[1].name=TOCSIN_BASE_PATH,extraEnv[1].value=/pem',
    )
    assert.deepEqual([moved.ports[0].containerPort, moved.readinessProbe.httpGet.path], [9443, '/pem/readyz'])
  })

  it('names the job after a label of the Service, if that is wanted', () => {
    const jobLabelOf = (...values: readonly string[]) =>
      manifests(['serviceMonitor.enabled=true', ...values]).find(({ kind }) => kind === 'ServiceMonitor')
        ?.spec.jobLabel
    const label = 'app.kubernetes.io/instance'

    assert.equal(jobLabelOf(), undefined)
    assert.equal(jobLabelOf(`serviceMonitor.jobLabel=${label}`), label)
    const { metadata } = manifests([]).find(({ kind }) => kind === 'Service') ?? assert.fail()
    assert.equal(metadata.labels?.[label], 'prod')
  })

  it('says what is missing', () => {
    for (const [values, sentence] of [
      [['engine=mysql'], /engine is "mysql", but must be sqlite or postgres/],
      [['engine=postgres'], /secrets\.database is required with engine postgres/],
      [['engine=postgres', 'secrets.database=d'], /secrets\.adminToken is required with engine postgres/],
      [['ingress.enabled=true'], /ingress\.host is required/],
      [['replicas=3'], /replicas needs engine postgres/],
      [['replicaCount=5'], /replicaCount/],
      [['settings.RETENTION=90d'], /RETENTION/],
      [['tls=maybe'], /tls/],
      [['tls=true'], /tls is true, but neither settings nor extraEnv give TOCSIN_TLS_CERT_FILE/],
      [['tls=false', 'settings.TOCSIN_TLS_CERT_FILE=/t'], /tls is false, but settings or extraEnv give/],
      [
        ['extraEnv[0].name=TOCSIN_LISTEN', 'extraEnv[0].valueFrom.secretKeyRef.name=s'],
        /extraEnv takes TOCSIN_LISTEN from elsewhere/,
      ],
    ] as const) {
      const { status, stderr } = spawnSync(
        helm,
        ['template', CHART, '--kube-version', '1.37.0', ...values.flatMap((value) => ['--set', value])],
        { encoding: 'utf8' },
      )
      assert.notEqual(status, 0)
      assert.match(stderr, sentence)
    }
  })
})
