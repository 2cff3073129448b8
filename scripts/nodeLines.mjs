/** Binaries of supported Node lines, from the npm package `node`, for `npm run test:all`. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { CommandFailed, run } from './progress.mjs'
import { root } from './setup.mjs'

/** The least version of each line that is tested (server/nodeLines.ts has the lines). */
export const testedVersions = ['22.23.3', '24.21.0']

/**
 * A stage for each line except that of this process. Without its binary, a line is reported as not
 * run.
 */
export const otherLines = () =>
  testedVersions
    .filter((version) => version.split('.')[0] !== process.versions.node.split('.')[0])
    .map((version) => ({
      title: `Node ${version.split('.')[0]}: server, main journey`,
      run: () => runOn(version),
    }))

async function runOn(version) {
  let node
  try {
    node = await binaryOf(version)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { ok: true, passed: 0, failed: 0, skipped: 1, output: `Not run: ${reason}` }
  }
  const path = [dirname(node), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
  try {
    const output = await run(node, ['scripts/onNodeLine.mjs'], {
      cwd: root,
      env: { ...process.env, PATH: path },
    })
    return { ok: true, ...countsIn(output), output }
  } catch (error) {
    const output = error instanceof CommandFailed ? error.output : String(error)
    const { passed, failed } = countsIn(output)
    return { ok: false, passed, failed: Math.max(1, failed), skipped: 0, output }
  }
}

/** Reads the last line of a summary. */
export function countsIn(output) {
  const [, passed = 0, failed = 0] =
    [...output.matchAll(/^(\d+) passed, (\d+) failed$/gm)].at(-1) ?? []
  return { passed: Number(passed), failed: Number(failed), skipped: 0 }
}

async function binaryOf(version) {
  const folder = join(root, '.cache/nodes', version)
  const node = join(
    folder,
    'node_modules/node/bin',
    process.platform === 'win32' ? 'node.exe' : 'node',
  )
  if (!existsSync(node)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true }))
    const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
    await run(npm, ['install', '--no-audit', '--no-fund', `node@${version}`], { cwd: folder })
  }
  await run(node, ['--version'])
  return node
}
