/**
 * `npm run real-venues`: downloads the public venues of tests/realVenues/venues.json and verifies
 * their checksums. Existing files are verified only. Without the files, the tests of real venues
 * report that they did not run.
 */
import { createHash } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

const folder = join(import.meta.dirname, '../tests/realVenues')
const SOURCE = process.env.REAL_VENUES_SOURCE ?? 'https://raw.githubusercontent.com'
const LIMIT_MS = 60_000

const venues = JSON.parse(await readFile(join(folder, 'venues.json'), 'utf8'))
let failed = 0
for (const { name, repository, commit, files } of venues) {
  for (const file of files) {
    const path =
      files.length === 1
        ? join(folder, 'files', name)
        : join(folder, 'files', name, basename(file.path))
    const problem = await bring(
      path,
      `${SOURCE}/${repository}/${commit}/${encodeURI(file.path)}`,
      file,
    )
    if (problem === null) continue
    failed += 1
    console.error(`${name}: ${file.path}: ${problem}`)
  }
}
console.log(`${venues.length} venues, ${failed} files missing.`)
process.exitCode = failed === 0 ? 0 : 1

/** Downloads a file. Returns the reason if this fails. */
async function bring(path, address, { sha256, bytes }) {
  const there = await readFile(path).catch(() => null)
  if (there !== null) return checksum(there) === sha256 ? null : 'another file has this name'
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) })
    if (!answer.ok) return `${address} answered ${answer.status}`
    const body = Buffer.from(await answer.arrayBuffer())
    if (checksum(body) !== sha256)
      return `has another checksum (${body.length} bytes, expected ${bytes})`
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, body)
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

function checksum(body) {
  return createHash('sha256').update(body).digest('hex')
}
