import { expect, it } from 'vitest'
import { nodeLines } from '../server/nodeLines.ts'
import { countsIn, testedVersions } from './nodeLines.mjs'

it('the long form of the tests runs on every line with support', () => {
  const supported = nodeLines.filter(({ ends }) => ends > '2026-11-30').map(({ line }) => line)
  expect(testedVersions.map((version) => Number(version.split('.')[0]))).toEqual(supported)
  expect(countsIn('Stage\n3 passed, 1 failed\n12 passed, 0 failed\n')).toMatchObject({
    passed: 12,
    failed: 0,
  })
})
