/**
 * `npm run check-manifests`: validates deploy/kubernetes with the schemas of pinned npm packages,
 * and by their types, which know no other fields. The packages are installed below .cache.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { run, step } from './progress.mjs'
import { explainAndExit, root } from './setup.mjs'

const packages = [
  'kubernetes-models@4.5.1',
  '@kubernetes-models/prometheus-operator@5.0.1',
  'yaml@2.9.1',
]
const modules = {
  ConfigMap: 'kubernetes-models/v1',
  Service: 'kubernetes-models/v1',
  Deployment: 'kubernetes-models/apps/v1',
  PodDisruptionBudget: 'kubernetes-models/policy/v1',
  NetworkPolicy: 'kubernetes-models/networking.k8s.io/v1',
  ServiceMonitor: '@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1',
}
const folder = join(root, '.cache/manifests')

async function checkManifests() {
  await step('Packages', async () => {
    mkdirSync(folder, { recursive: true })
    if (existsSync(join(folder, 'node_modules/kubernetes-models'))) return
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
    await run('npm', ['install', '--no-audit', '--no-fund', ...packages], { cwd: folder })
  })
  // Finds packages from the folder that it stands in.
  const loader = join(folder, 'load.mjs')
  writeFileSync(loader, 'export const load = (name) => import(name)\n')
  const { load } = await import(pathToFileURL(loader).href)
  const { parseAllDocuments } = await load('yaml')
  const place = join(root, 'deploy/kubernetes')
  const manifests = readdirSync(place).flatMap((name) =>
    parseAllDocuments(readFileSync(join(place, name), 'utf8')).map((document) => document.toJS()),
  )
  await step(`Schemas of ${manifests.length} manifests`, async () => {
    for (const manifest of manifests) {
      const module = modules[manifest.kind]
      if (module === undefined) throw new Error(`No schema is known for ${manifest.kind}.`)
      const { [manifest.kind]: Model } = await load(module)
      new Model(manifest).validate()
    }
  })
  await step('Fields', async () => {
    const text = manifests.map(
      (manifest, at) =>
        `import type { I${manifest.kind} as T${at} } from '${modules[manifest.kind]}'\nexport const v${at}: T${at} = ${JSON.stringify(manifest)}\n`,
    )
    writeFileSync(join(folder, 'manifests.ts'), text.join(''))
    const options = [
      '--noEmit',
      '--ignoreConfig',
      '--skipLibCheck',
      '--strict',
      '--module',
      'nodenext',
    ]
    await run(
      process.execPath,
      [join(root, 'node_modules/typescript/bin/tsc'), ...options, 'manifests.ts'],
      { cwd: folder },
    )
  })
}

await checkManifests().catch(explainAndExit)
