/**
 * The bill of materials (CycloneDX 1.5) of what is delivered, from the lockfile. `npm sbom --omit dev`
 * lacks packages on which a tool depends, too (findings/npm-sbom-omit-dev.sh).
 */
import { createHash } from 'node:crypto'
import { closureOf } from '../packageClosure.mjs'
import { isReplaced, nameOf } from '../runtimePackages.mjs'

/** They make the page and the server, and nothing of them is delivered. */
const builders = ['vite', '@vitejs/plugin-react']

/** `lock`: the content of package-lock.json. Packages that are not installed are left out. */
export function billOf(lock, { name, version, commit, root }) {
  const { packages } = lock
  const delivered = Object.keys(packages[''].dependencies).filter(
    (each) => !builders.includes(each),
  )
  const closure = closureOf(delivered, packages, { root, peers: true, isLeftOut: isReplaced })
  const reference = (path) => `${nameOf(path)}@${packages[path].version}`
  const components = new Map([...closure.keys()].map((path) => [reference(path), packages[path]]))
  const own = `${name}@${version}`
  const bill = {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: {
        'bom-ref': own,
        type: 'application',
        name,
        version,
        purl: `pkg:npm/${name}@${version}`,
        properties: [{ name: 'plantroom:commit', value: commit ?? 'unknown' }],
      },
    },
    components: [...components.keys()]
      .sort(byName)
      .map((ref) => componentOf(ref, components.get(ref))),
    dependencies: dependenciesOf(own, delivered, closure, reference),
  }
  const digest = createHash('sha256').update(JSON.stringify(bill)).digest('hex')
  const uuid = digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')
  return { ...bill, serialNumber: `urn:uuid:${uuid}` }
}

const byName = (a, b) => (a < b ? -1 : 1)

function componentOf(ref, { version, license, integrity }) {
  const name = ref.slice(0, ref.lastIndexOf('@'))
  const [group, own] = name.startsWith('@') ? name.split('/') : [undefined, name]
  const sha512 = Buffer.from(integrity?.replace(/^sha512-/, '') ?? '', 'base64')
  return {
    'bom-ref': ref,
    type: 'library',
    ...(group && { group }),
    name: own,
    version,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    ...(sha512.length === 64 && { hashes: [{ alg: 'SHA-512', content: sha512.toString('hex') }] }),
    ...(license && { licenses: [licenceOf(license)] }),
  }
}

const licenceOf = (text) =>
  /^\(?[\w.+-]+( (OR|AND|WITH) [\w.+-]+)*\)?$/.test(text)
    ? { expression: text }
    : { license: { name: text } }

function dependenciesOf(own, delivered, closure, reference) {
  const needed = new Map([[own, new Set()]])
  for (const [path, paths] of closure) {
    const found = needed.get(reference(path)) ?? new Set()
    for (const each of paths) found.add(reference(each))
    needed.set(reference(path), found)
    if (delivered.includes(nameOf(path)) && path === `node_modules/${nameOf(path)}`)
      needed.get(own).add(reference(path))
  }
  return [...needed.keys()]
    .sort(byName)
    .map((ref) => ({ ref, dependsOn: [...(needed.get(ref) ?? [])].sort(byName) }))
}
