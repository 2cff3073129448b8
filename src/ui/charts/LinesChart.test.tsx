import { render, waitFor } from '@testing-library/react'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { changeLanguage, startI18n } from '#lib/i18n/i18n.ts'
import LinesChart, { type Lines } from './LinesChart.tsx'

beforeEach(() => startI18n('en', ['charts']))
afterAll(() => changeLanguage('en'))

beforeAll(() => {
  globalThis.ResizeObserver = class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  }
  Element.prototype.getBoundingClientRect = function box() {
    const [width, height] = this.id === 'recharts_measurement_span' ? [30, 12] : [600, 300]
    return {
      x: 0,
      y: 0,
      top: 0,
      left: 0,
      right: width,
      bottom: height,
      width,
      height,
      toJSON: () => null,
    }
  }
})

const words = { formatX: String, formatTip: String, format: String }
const pathsOf = async (series: Lines['series']) => {
  const { container } = render(<LinesChart {...words} series={series} />)
  await waitFor(() =>
    expect(container.querySelectorAll('path.recharts-line-curve').length).toBe(series.length),
  )
  return [...container.querySelectorAll('path.recharts-line-curve')].map(
    (path) => path.getAttribute('d') ?? '',
  )
}

it('the line chart draws a line through all its own points, even if another has other moments', async () => {
  const paths = await pathsOf([
    {
      key: 'a',
      name: 'A',
      colour: 'red',
      points: [
        [0, 1],
        [10, 2],
        [20, 3],
      ],
    },
    {
      key: 'b',
      name: 'B',
      colour: 'blue',
      points: [
        [5, 1],
        [15, 2],
        [25, 3],
      ],
    },
  ])
  for (const path of paths) expect(path.match(/[ML]/g)).toEqual(['M', 'L', 'L'])
})

it('the line chart ends a line where nothing was measured', async () => {
  const [path] = await pathsOf([
    {
      key: 'a',
      name: 'A',
      colour: 'red',
      points: [
        [0, 1],
        [10, 2],
        [11, null],
        [30, 3],
        [40, 4],
      ],
    },
  ])
  expect(path?.match(/[ML]/g)).toEqual(['M', 'L', 'M', 'L'])
})

it('the line chart repeats the notes of its ticks below the lines', async () => {
  const points = [0, 7, 14, 21].map((x): [number, number] => [x, x])
  const { container } = render(
    <LinesChart
      {...words}
      formatX={(x) => `hour-${x}`}
      ticks={[0, 6, 18]}
      series={[{ key: 'a', name: 'A', colour: 'red', points }]}
    />,
  )
  await waitFor(() =>
    expect(
      [...container.querySelectorAll('text')]
        .map((label) => label.textContent)
        .filter((text) => text.startsWith('hour')),
    ).toEqual(['hour-0', 'hour-6', 'hour-18']),
  )
})

it('the line chart writes a day as the page does in right-to-left languages', async () => {
  await changeLanguage('ar')
  const points = [0, 7, 14].map((x): [number, number] => [x, x])
  const { container } = render(
    <LinesChart
      {...words}
      formatX={() => '26\u200f/11'}
      series={[{ key: 'a', name: 'A', colour: 'red', points }]}
    />,
  )
  await waitFor(() =>
    expect([...container.querySelectorAll('text')].map((label) => label.textContent)).toContain(
      '\u206726\u200f/11\u2069',
    ),
  )
})

it('the line chart moves many markers to the foot, so that they do not hide the lines', async () => {
  const heightsOf = async (count: number) => {
    const markers = Array.from({ length: count }, (_none, x) => ({ x, name: '', colour: 'blue' }))
    const points = markers.map(({ x }) => [x, x] as const)
    const { container } = render(
      <LinesChart
        {...words}
        markers={markers}
        series={[{ key: 'a', name: 'A', colour: 'red', points }]}
      />,
    )
    await waitFor(() =>
      expect(container.querySelectorAll('line[stroke="blue"]')).toHaveLength(count),
    )
    return [...container.querySelectorAll('line[stroke="blue"]')].map((line) =>
      Math.abs(Number(line.getAttribute('y1')) - Number(line.getAttribute('y2'))),
    )
  }
  expect(Math.min(...(await heightsOf(5)))).toBeGreaterThan(100)
  expect(Math.max(...(await heightsOf(60)))).toBeLessThan(20)
})
