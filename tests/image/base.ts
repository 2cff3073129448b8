/**
 * A base for the image's build from Debian's packages and the npm packages `node` and `npm`, where
 * the public one cannot be pulled.
 */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { call } from './runtime.ts'
import { root } from '#tests/root.ts'

export const hasDebootstrap = (): boolean => existsSync('/usr/bin/mmdebstrap')

const nodeVersion = (): string => {
  const version = /^ARG BASE=node:(\d+\.\d+\.\d+)/m.exec(
    readFileSync(join(root, 'Dockerfile'), 'utf8'),
  )?.[1]
  if (version === undefined) throw new Error('The Dockerfile names no version of Node.')
  return version
}

/** Folder of the base's files, made once a version of Node. */
export async function makeBase(): Promise<{ folder: string; name: string }> {
  const version = nodeVersion()
  const folder = join(root, '.cache/image-base', version)
  const name = `localhost/plantroom-base:${version}`
  if (existsSync(join(folder, 'complete'))) return { folder: join(folder, 'root'), name }
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const place = join(folder, 'root')
  await call('mmdebstrap', ['--variant=minbase', '--mode=root', 'bookworm', place])
  const packages = join(folder, 'packages')
  mkdirSync(packages)
  writeFileSync(join(packages, 'package.json'), JSON.stringify({ private: true }))
  await call('npm', ['install', '--no-audit', '--no-fund', `node@${version}`, 'npm@11'], packages)
  cpSync(join(packages, 'node_modules/node/bin/node'), join(place, 'usr/local/bin/node'))
  const npm = join(place, 'usr/local/lib/node_modules/npm')
  cpSync(join(packages, 'node_modules/npm'), npm, { recursive: true })
  for (const each of ['npm', 'npx'])
    symlinkSync(`../lib/node_modules/npm/bin/${each}-cli.js`, join(place, 'usr/local/bin', each))
  execFileSync('chmod', ['755', join(npm, 'bin/npm-cli.js'), join(npm, 'bin/npx-cli.js')])
  rmSync(packages, { recursive: true })
  writeFileSync(join(folder, 'complete'), '')
  return { folder: place, name }
}
