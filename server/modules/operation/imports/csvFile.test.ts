import { expect, it, vi } from 'vitest'
import { tableOf } from './csvFile.ts'

it('the CSV reader reads rows of any width', async () => {
  const stacks = vi.spyOn(Error, 'captureStackTrace')
  const { headings, rows } = await tableOf('name,type\npump\n\n"a, b",c,d,\n,,,,\nlast,one\n')
  expect(stacks).not.toHaveBeenCalled()
  stacks.mockRestore()
  expect(headings).toEqual(['name', 'type'])
  expect(rows).toEqual([
    { row: 2, cells: ['pump'] },
    { row: 4, cells: ['a, b', 'c', 'd', ''] },
    { row: 6, cells: ['last', 'one'] },
  ])
})

it.each([
  ['a,b\n1,2\n3,4\n"5,6\n', 4],
  ['a,b\n"1,2\n3,4\n', 2],
  ['"a,b\n1,2\n', 1],
])(
  'the CSV reader reports a quote that is never closed by its first row (%j)',
  async (text, row) => {
    await expect(tableOf(text)).rejects.toMatchObject({
      errors: [{ code: 'unclosedQuote', message: expect.stringContaining(`at row ${row} `) }],
    })
  },
)

it('the CSV reader does not read megabytes behind a quote that is not closed', async () => {
  await expect(tableOf(`a,b\n"5,6\n${'z'.repeat(3_000_000)}`)).rejects.toMatchObject({
    errors: [{ code: 'unclosedQuote', message: expect.stringMatching(/^Row 2 is longer/) }],
  })
})

it('the CSV reader refuses a heading without rows', async () => {
  await expect(tableOf('asset no,name\n')).rejects.toMatchObject({ errors: [{ code: 'noRows' }] })
})

it.each([
  ['\n\n"Wards, north"\tfloor\nA\t1\n', ['Wards, north', 'floor'], 4],
  [';;\r\n ; ;\r\nname;type;\r\n;;\r\npump;thing;\r\n', ['name', 'type', ''], 5],
])(
  'the CSV reader takes the first row with content as the heading (%j)',
  async (text, headings, row) => {
    const table = await tableOf(text)
    expect(table.headings).toEqual(headings)
    expect(table.rows.map((one) => one.row)).toEqual([row])
  },
)

it.each(['', ',,\n,,\n'])(
  'the CSV reader finds no heading in a file of empty rows (%j)',
  async (text) => {
    await expect(tableOf(text)).rejects.toMatchObject({ errors: [{ code: 'noHeading' }] })
  },
)

it('the CSV reader reports too wide a heading by its row', async () => {
  await expect(tableOf(`\n,\n${'x,'.repeat(2_000)}\n`)).rejects.toMatchObject({
    errors: [{ code: 'tooManyColumns', message: expect.stringMatching(/^Row 3 /) }],
  })
})

it('the CSV reader keeps a character of two halves anywhere in the file', async () => {
  for (let before = 65_524; before <= 65_536; before += 1) {
    const cell = `${'x'.repeat(before - 'name\n'.length)}😀`
    const { rows } = await tableOf(`name\n${cell}\n`)
    expect(rows[0]?.cells[0]?.endsWith('x😀')).toBe(true)
  }
})
