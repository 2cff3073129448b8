/** Actions of CI and bases of images are pinned, without write access, and packages are checked. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from './root.ts'

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => ({
  name,
  text: readFileSync(join(folder, name), 'utf8'),
}))

it('workflows pin every action by its commit, with its version beside it', () => {
  const used = workflows.flatMap(({ text }) =>
    [...text.matchAll(/uses: *(.+)/g)].map(([, of]) => of),
  )
  expect(used.length).toBeGreaterThan(0)
  expect(used.filter((of) => !/^[\w./-]+@[\da-f]{40} # v[\d.]+$/.test(of ?? ''))).toEqual([])
})

it('workflows state their permissions, and none may write', () => {
  for (const { name, text } of workflows) {
    expect(text, name).toMatch(/^permissions:\n {2}contents: read$/m)
    expect(text, name).not.toMatch(/: write/)
  }
})

it('workflows check the packages', () => {
  expect(workflows.some(({ text }) => text.includes('npm run packages'))).toBe(true)
})

it('images from a registry are pinned by digest, with the version beside it', () => {
  const [docker, compose] = ['Dockerfile', 'compose.yaml'].map((name) =>
    readFileSync(join(root, name), 'utf8'),
  )
  const images = [
    ...(docker ?? '').matchAll(/^ARG BASE=(\S+)/gm),
    ...(compose ?? '').matchAll(/^ +image: (\S+)/gm),
  ].map(([, image]) => image)
  expect(images.length).toBeGreaterThan(4)
  const stages = [...(docker ?? '').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image)
  expect(stages).toEqual(['${BASE}', 'scratch'])
  const fromRegistry = images.filter((image) => image !== 'plantroom') // images that this project builds are not pinned
  expect(
    fromRegistry.filter(
      (image) => !/^[\w./-]+:v?\d+\.\d[\w.-]*@sha256:[\da-f]{64}$/.test(image ?? ''),
    ),
  ).toEqual([])
})

it('no script of package.json has the name of a step that npm runs by itself', () => {
  // npm 7 and later run `dependencies` after each change of node_modules.
  const steps = ['dependencies', 'prepare', 'prepublish', 'install', 'preinstall', 'postinstall']
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  expect(Object.keys(scripts).filter((name) => steps.includes(name))).toEqual([])
})
