/**
 * `npm run packages`: writes a bill of materials of the running product (CycloneDX,
 * .cache/bom.json) and checks the packages with any registry. Reports what the registry does not
 * offer.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { billOf } from './release/bill.mjs'
import { root, setUp } from './setup.mjs'

const run = promisify(execFile)
const npm = (...args) => run('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
/** Packages that may run a script at installation. Named, so that a new one is noticed. */
const mayRunScripts = new Set(['esbuild', 'msw', 'fsevents'])
const AT_ONCE = 8

const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages
const { dependencies, devDependencies } = lock['']
const faults = []

// npm lists nothing while packages are missing.
await setUp({ build: false, tools: true })
writeBill()
checkIntegrity()
await checkWithdrawn()
await checkAdvisories()
for (const fault of faults) console.error(`  ✗ ${fault}`)
console.log(faults.length === 0 ? '\nNothing found.' : `\n${faults.length} found.`)
process.exitCode = faults.length === 0 ? 0 : 1

function writeBill() {
  const { name, version } = lock['']
  const bill = billOf({ packages: lock }, { name, version, commit: null, root })
  mkdirSync(join(root, '.cache'), { recursive: true })
  writeFileSync(join(root, '.cache/bom.json'), `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`  ✓ ${bill.components.length} packages in .cache/bom.json`)
}

function checkIntegrity() {
  const packages = Object.entries(lock).filter(([path]) => path !== '')
  for (const [path, { integrity, hasInstallScript, link }] of packages) {
    const name = path.replace(/^.*node_modules\//, '')
    if (link !== true && integrity?.startsWith('sha512-') !== true)
      faults.push(`${name} is not pinned by a SHA-512`)
    if (hasInstallScript === true && !mayRunScripts.has(name))
      faults.push(`${name} runs a script when it is installed`)
  }
  console.log(`  ✓ ${packages.length} packages looked at for hashes and install scripts`)
}

async function checkWithdrawn() {
  const direct = Object.entries({ ...dependencies, ...devDependencies })
  let unanswered = 0
  for (let from = 0; from < direct.length; from += AT_ONCE) {
    await Promise.all(
      direct.slice(from, from + AT_ONCE).map(async ([name, version]) => {
        try {
          const { stdout } = await npm('view', `${name}@${version}`, 'deprecated')
          if (stdout.trim() !== '')
            faults.push(`${name}@${version} was withdrawn: ${stdout.trim()}`)
        } catch {
          unanswered += 1
        }
      }),
    )
  }
  console.log(
    `  ✓ ${direct.length - unanswered} direct packages asked after${unanswered > 0 ? `, ${unanswered} without an answer` : ''}`,
  )
}

async function checkAdvisories() {
  try {
    const { stdout } = await npm('audit', '--omit', 'dev', '--json')
    tell(JSON.parse(stdout))
  } catch (error) {
    const said = parsed(error.stdout)
    if (said?.vulnerabilities === undefined)
      return console.log('  – the registry offers no advisories: known weaknesses were NOT checked')
    tell(said)
  }
}

function tell({ vulnerabilities }) {
  for (const [name, { severity }] of Object.entries(vulnerabilities))
    faults.push(`${name}: a known weakness (${severity})`)
  console.log('  ✓ known weaknesses asked after')
}

function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
