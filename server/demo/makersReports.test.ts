import { expect, it } from 'vitest'
import { readReport } from '#contract/ingest/reports.ts'
import { makersReports } from './makersReports.ts'

it('the demo’s devices send what their makers’ formats say', () => {
  const found = makersReports(new Date('2026-11-20T09:00:00Z'), () => 0.5).flatMap(
    ({ format, payload, along }) => {
      const read = readReport(format, payload, along)
      return 'fault' in read ? [] : read.measurements
    },
  )
  const of = (device: string) =>
    found.flatMap((one) => (one.device === device ? [[one.key, one.value]] : []))
  expect(of('A84041000181FB01')).toContainEqual(['tempcds', -18.5])
  expect(of('A84041000181FB02')).toContainEqual(['tempcds', null])
  expect(of('24E124725C140001')).toContainEqual(['co2', 650])
  expect(of('BC026EC3FE01')).toEqual([
    ['temperature', 4.5],
    ['temperature 2', 8],
    ['window', 0],
  ])
  expect(of('C4D8D5517A30')).toEqual([
    ['temperature:100.tc', 54],
    ['temperature:101.tc', null],
    ['input:2.counts.total', 18_240],
  ])
  expect(of('KITCHEN-FREEZER')).toEqual([
    ['freezertemperature', -20.5],
    ['freezerdoor', 0],
  ])
})
