/** Files for operators: what they name exists in the product. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './root.ts'

const read = (name: string): string => readFileSync(join(root, name), 'utf8')

/** Labels of each metric. */
const metrics = new Map(
  [
    ...read('server/kernel/work/metrics.ts').matchAll(
      /\b(?:gauge|counter)\(\s*'(\w+)',\s*'(?:[^'\\]|\\.)*',\s*\[([^\]]*)\]/g,
    ),
  ].map(([, name, labels]) => [
    `plantroom_${name}`,
    [...(labels ?? '').matchAll(/'(\w+)'/g)].map(([, label]) => label ?? ''),
  ]),
)
metrics.set('plantroom_http_request_seconds_bucket', ['method', 'route', 'le'])

/** Prometheus adds these; it renames a metric's own `job`. */
const added = ['job', 'instance', 'exported_job']

const files = [
  'deploy/monitoring/alerts.yml',
  'deploy/monitoring/alerts.test.yml',
  'deploy/monitoring/grafana.json',
]

it.each([...files, 'docs/operations.md'])('%s names metrics that the server has', (name) => {
  expect(metrics.size).toBeGreaterThan(20)
  const named = [...read(name).matchAll(/\bplantroom_[a-z_]*[a-z]\b/g)].map(([metric]) => metric)
  const roles = ['plantroom_owner', 'plantroom_tenant', 'plantroom_system', 'plantroom_search']
  const unknown = named.filter(
    (metric) => !metrics.has(metric) && !(name.endsWith('.md') && roles.includes(metric)),
  )
  expect(named.length).toBeGreaterThan(5)
  expect(unknown).toEqual([])
})

it.each(files)('%s selects by labels that the metric has', (name) => {
  const unknown = [...read(name).matchAll(/\b(plantroom_\w+)\{([^}]*)\}/g)].flatMap(
    ([, metric, selector]) =>
      [...(selector ?? '').matchAll(/(\w+)(?:=~?|!=|!~)\\?"/g)]
        .map(([, label]) => label ?? '')
        .filter((label) => !added.includes(label) && !metrics.get(metric ?? '')?.includes(label))
        .map((label) => `${metric} ${label}`),
  )
  expect(unknown).toEqual([])
})

it.runIf(existsSync('/usr/bin/promtool'))('the alert rules pass their tests by promtool', () => {
  const [rules, tests] = files.map((name) => join(root, name))
  const promtool = (...given: string[]) =>
    execFileSync('/usr/bin/promtool', given, { encoding: 'utf8', stdio: 'pipe' })
  expect(promtool('check', 'rules', rules ?? '')).toContain('SUCCESS')
  expect(promtool('test', 'rules', tests ?? '')).toContain('SUCCESS')
})

it('each metric is shown on the dashboard', () => {
  const dashboard = read('deploy/monitoring/grafana.json')
  const notShown = [
    'plantroom_zone_data_info',
    'plantroom_job_failures',
    'plantroom_job_runs',
    'plantroom_broker_last_message_timestamp_seconds',
  ]
  expect(
    [...metrics.keys()]
      .filter((metric) => !new RegExp(`\\b${metric}\\b`).test(dashboard))
      .toSorted(),
  ).toEqual(notShown.toSorted())
})

it('panels of the dashboard do not overlap, and have ids of their own', () => {
  const { panels } = JSON.parse(read('deploy/monitoring/grafana.json')) as {
    panels: { id: number; gridPos: { h: number; w: number; x: number; y: number } }[]
  }
  const cells = panels.flatMap(({ gridPos: { h, w, x, y } }) =>
    Array.from({ length: h * w }, (_none, at) => `${x + (at % w)}:${y + Math.floor(at / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

describe('the manifests for Kubernetes', () => {
  const manifest = read('deploy/kubernetes/plantroom.yaml')
  const all = manifest + read('deploy/kubernetes/servicemonitor.yaml')

  it('set what docs/settings.md has', () => {
    const settings = new Set(
      [...read('docs/settings.md').matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map(([, name]) => name),
    )
    const config = manifest.slice(manifest.indexOf('data:'), manifest.indexOf('---'))
    const set = [
      ...[...config.matchAll(/^ {2}([A-Z0-9_]+):/gm)].map(([, name]) => name),
      ...[...manifest.matchAll(/name: ([A-Z0-9_]+)_FILE,/g)].map(([, name]) => name),
    ]
    expect(set.length).toBeGreaterThan(10)
    expect(set.filter((name) => !settings.has(name ?? ''))).toEqual([])
  })

  it('ask addresses that the server has, at the port of the image', () => {
    const health = read('server/healthRoutes.ts')
    const paths = [...all.matchAll(/\bpath: (\/[a-z]+)/g)].map(([, path]) => path)
    expect(new Set(paths)).toEqual(new Set(['/healthz', '/readyz', '/metrics']))
    for (const path of paths) expect(health).toContain(`http.get('${path}'`)
    expect(manifest).toContain(`containerPort: ${/^EXPOSE (\d+)$/m.exec(read('Dockerfile'))?.[1]}`)
    expect(manifest).toContain(`runAsUser: ${/^USER (\d+):/m.exec(read('Dockerfile'))?.[1]}`)
  })

  it('mount each secret that they read', () => {
    const files = [...manifest.matchAll(/\/run\/secrets\/plantroom\/(\w+)/g)].map(
      ([, name]) => name,
    )
    for (const name of files) expect(manifest).toContain(`--from-file=${name}`)
  })

  it('run two servers of the present version, one of which stays', () => {
    const { version } = JSON.parse(read('package.json')) as { version: string }
    expect(manifest).toContain(`image: registry.example.org/plantroom:${version}`)
    expect(manifest).toMatch(/replicas: 2$/m)
    expect(manifest).toMatch(/minAvailable: 1$/m)
  })
})
