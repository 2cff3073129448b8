/** The bundle of the server (scripts/buildServer.mjs) beside package.json. */
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { root } from './root.ts'

/** Their absence is caught by the package that asks for them. */
const optional = ['pg-native', 'supports-color', 'tsx']
/** In comments and in code that is only generated elsewhere. */
const mentioned = ['@fastify/send', 'ajv', 'ajv-formats']

it('loads no package at runtime that an installation may lack', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const folder = inject('bundle')
  const loaded = readdirSync(folder)
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(
        /(?:^(?:import|\} from|export) .*?from|^import|\bimport\(|\b_*require(?:\$\d+)?\(|\.resolve\()\s*"([^"./][^"]*)"/gm,
      ),
    ])
    .map(([, specifier = '']) => specifier)
    .filter((specifier) => !isBuiltin(specifier))
  const packages = loaded.map((specifier) =>
    specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
  )
  expect(packages).toContain('sharp')
  expect(
    packages.filter(
      (name) => !(name in dependencies) && ![...optional, ...mentioned].includes(name),
    ),
  ).toEqual([])
})
