/** The bundle of the server (scripts/buildServer.mjs) and the packages beside it. */
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import runtimePackages from '../scripts/runtimePackages.json' with { type: 'json' }

/** Their absence is caught by the package that asks for them, or they load TypeScript. */
const optional = ['pg-native', 'supports-color', 'tsx']
/** In code that is only generated elsewhere, and in messages. */
const mentioned = ['ajv', 'ajv-formats', 'fastify']

describe('the bundle of the server', () => {
  it('needs only the packages that the image has beside it', () => {
    const folder = inject('bundle')
    const loaded = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .flatMap((name) => [
        ...readFileSync(join(folder, name), 'utf8')
          .replace(/^\s*(?:\*|\/\/).*$/gm, '') // comments
          .matchAll(
            /(?:^(?:import|\} from|export) .*?from|^import|\bimport\(|\b_*require(?:\$\d+)?\(|\.resolve\()\s*"([^"./][^"]*)"/gm,
          ),
      ])
      .map(([, specifier = '']) => specifier)
      .filter((specifier) => !isBuiltin(specifier))
    const packages = loaded.map((specifier) =>
      specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'),
    )
    const expected = [...runtimePackages.loaded, ...runtimePackages.read, ...optional, ...mentioned]
    expect(packages).toContain('sharp')
    expect(packages.filter((name) => !expected.includes(name))).toEqual([])
  })
})
