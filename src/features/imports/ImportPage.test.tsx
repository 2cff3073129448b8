import '@testing-library/jest-dom/vitest'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it } from 'vitest'
import type { ImportJob } from '#contract/imports.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ImportPage } from './ImportPage.tsx'

const server = pretendServer()
const sent: [string, unknown][] = []

const jobOf = (change: Partial<ImportJob>): ImportJob =>
  ({
    id: 5,
    kind: 'sensors',
    fileName: 'fridges.csv',
    createdAt: '2026-11-20T09:00:00Z',
    status: 'uploaded',
    reading: { format: 'csv', encoding: 'utf-8', delimiter: ',' },
    headings: ['id', 'what', 'low'],
    sample: [['A1', 'Fridge', '2']],
    mapping: { columns: ['deviceId', 'type', 'lowerLimit'], defaults: {}, emptyValues: ['NA'] },
    rowCount: 4,
    progress: 0,
    created: 0,
    updated: 0,
    unchanged: 0,
    failed: 0,
    setAside: 0,
    faultCount: 0,
    faults: [],
    preview: [],
    newWords: [],
    lostTickets: 0,
    undoable: 0,
    undone: 0,
    undoLeft: 0,
    undoFaults: [],
    ...change,
  }) as ImportJob

function has(job: ImportJob, next: ImportJob = job) {
  let now = job
  server.use(
    http.get('http://localhost/api/imports/5', () => HttpResponse.json(now)),
    http.get('http://localhost/api/imports/5/undo', () =>
      HttpResponse.json({ removed: 2, restored: 1, touched: 0 }),
    ),
    http.post('http://localhost/api/imports/5/:what', async ({ request, params }) => {
      const text = await request.text()
      sent.push([String(params['what']), text === '' ? null : JSON.parse(text)])
      now = next
      return HttpResponse.json(now)
    }),
  )
}
const drawn = () =>
  draw(<ImportPage />, {
    at: '/import/5',
    path: '/import/:importId',
    namespaces: ['imports', 'entities'],
  })
beforeEach(() => void (sent.length = 0))

const choose = async (column: string, target: RegExp) => {
  fireEvent.mouseDown(await screen.findByRole('combobox', { name: column }))
  const options = await screen.findAllByText(target)
  const option = options.find((one) => one.closest('.ant-select-item-option') !== null)
  if (option === undefined) throw new Error(`Nothing offers ${String(target)}`)
  fireEvent.click(option)
}

it('the import page asks for the column that identifies a sensor, and for each field once', async () => {
  has(jobOf({}))
  await drawn()
  const check = await screen.findByRole('button', { name: 'Preview the import' })
  expect(check).toBeEnabled()
  expect(
    screen.getByText('No column is mapped to the name, so the number or code is used.'),
  ).toBeVisible()
  await choose('id: Imported as', /^Lower limit$/)
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Map one column to this field: Device ID',
  )
  expect(check).toBeDisabled()
  await choose('low: Imported as', /^Device ID/)
  await waitFor(() => expect(check).toBeEnabled())
})

it('the import page reads the file from the heading that the user chooses', async () => {
  const reading = {
    format: 'csv',
    encoding: 'utf-8',
    delimiter: ';',
    heading: { first: 2, last: 2 },
    above: ['Register of fridges'],
    moreAbove: 3,
    top: [
      { row: 1, text: 'Register of fridges' },
      { row: 2, text: 'id · what · low' },
      { row: 3, text: 'A1 · Fridge · 2' },
    ],
  } as const
  const mapping = { columns: ['ignore'], defaults: {}, emptyValues: [] } as ImportJob['mapping']
  has(
    jobOf({ reading: { ...reading, above: [...reading.above], top: [...reading.top] } }),
    jobOf({ headings: ['A1'], sample: [['B1']], mapping }),
  )
  await drawn()
  expect(await screen.findByText('4 rows above the headings are kept as a note')).toBeVisible()
  fireEvent.click(screen.getByRole('checkbox', { name: 'The headings have two rows' }))
  await waitFor(() =>
    expect(sent).toEqual([
      ['read', { encoding: 'utf-8', delimiter: ';', heading: { first: 2, last: 3 } }],
    ]),
  )
  expect(await screen.findByRole('combobox', { name: 'A1: Imported as' })).toBeVisible()
  expect(screen.queryByRole('combobox', { name: 'low: Imported as' })).toBeNull()
})

it('the import page names the system of the file, and maps column by column if switched off', async () => {
  const shape = { system: 'Snipe-IT', kind: 'equipment', isUsed: true } as const
  const reading = { format: 'csv', encoding: 'utf-8', delimiter: ',', shape } as const
  server.use(
    http.get('http://localhost/api/metadata-fields/equipment', () =>
      HttpResponse.json({ count: 1, rows: [{ id: 7, name: 'Risk class' }] }),
    ),
  )
  const columns: ImportJob['mapping']['columns'] = ['equipmentId', 'location', 'metadata:7']
  const mapping = { columns, defaults: { type: 'Pump' }, emptyValues: [], makesPlaces: true }
  const job = jobOf({ kind: 'equipment', reading, headings: ['Tag', 'Place', 'Risk'], mapping })
  has(job)
  await drawn()
  expect(
    await screen.findByText('This looks like equipment exported from Snipe-IT.', { exact: false }),
  ).toBeVisible()
  expect(await screen.findByText('Risk class')).toBeVisible()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Create missing locations' }))
  fireEvent.click(screen.getByRole('button', { name: 'Preview the import' }))
  await waitFor(() =>
    expect(sent).toEqual([
      ['check', { mapping: { columns, defaults: { type: 'Pump' }, emptyValues: [] } }],
    ]),
  )
  fireEvent.click(screen.getByRole('checkbox', { name: 'Map all columns as in that system' }))
  await waitFor(() =>
    expect(sent.at(-1)).toEqual(['read', { encoding: 'utf-8', delimiter: ',', usesShape: false }]),
  )
})

it('the import page says what is used of each sheet', async () => {
  const parts = [
    { sheet: 'Space', rows: 60, used: 60, unusedColumns: [] },
    { sheet: 'Zone', rows: 3, used: 1, unusedColumns: ['CreatedBy', 'Category'] },
  ]
  const sheets = [{ name: 'Component', rows: 200 }]
  has(jobOf({ reading: { format: 'xlsx', sheet: 'Component', sheets, parts } }))
  await drawn()
  const space = await screen.findByText('Space')
  expect(space.closest('li')).toHaveTextContent(/^Space: 60 of 60 rows$/)
  expect(screen.getByText('Zone').closest('li')).toHaveTextContent(
    'Zone: 1 of 3 rows · Columns not used: CreatedBy, Category',
  )
})

it('the import page lets no two columns become the same', async () => {
  const columns: ImportJob['mapping']['columns'] = ['deviceId', 'lowerLimit', 'lowerLimit']
  has(jobOf({ mapping: { columns, defaults: {}, emptyValues: [] } }))
  await drawn()
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Two columns are mapped to: Lower limit',
  )
  expect(screen.getByRole('button', { name: 'Preview the import' })).toBeDisabled()
})

it('the import page sends what each column becomes, and shows what would happen', async () => {
  has(
    jobOf({}),
    jobOf({
      status: 'checked',
      created: 1,
      updated: 1,
      unchanged: 1,
      failed: 1,
      faultCount: 3,
      faults: [{ row: 5, column: 'low', code: 'limitsReversed', value: '9' }],
      preview: [
        {
          row: 2,
          name: 'New one',
          action: 'create',
          changes: [
            { field: 'name', before: '', after: 'New one' },
            { field: 'upperLimit', before: '', after: '1234.5' },
          ],
        },
        {
          row: 3,
          name: 'Old one',
          action: 'update',
          changes: [{ field: 'lowerLimit', before: '2', after: '3' }],
        },
      ],
    }),
  )
  await drawn()
  fireEvent.click(await screen.findByRole('button', { name: 'Preview the import' }))
  const faults = await screen.findByRole('table', { name: 'Errors' })
  expect(
    within(faults).getByRole('row', { name: /5 low The upper limit must be above/ }),
  ).toBeVisible()
  expect(screen.getByText(/2 more/)).toBeVisible()
  const first = screen.getByRole('table', { name: 'The first rows' })
  expect(within(first).getByRole('row', { name: /Old one/ })).toHaveTextContent(
    /Update.*Lower limit 2\s?3/,
  )
  expect(within(first).getByRole('row', { name: /New one/ })).toHaveTextContent(
    /New one.*Upper limit 1234.5/,
  )
  expect(sent).toEqual([
    [
      'check',
      {
        mapping: {
          columns: ['deviceId', 'type', 'lowerLimit'],
          defaults: {},
          emptyValues: ['NA'],
        },
      },
    ],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 rows' }))
  await waitFor(() => expect(sent.at(-1)?.[0]).toBe('run'))
})

it('the import page names before writing the entries it would add to the lists, and how many more', async () => {
  const newWords: ImportJob['newWords'] = [
    {
      field: 'type',
      count: 1,
      names: ['Nope type'],
      similar: [
        { name: 'Nope type', known: 'Nópe type' },
        { name: 'Red', known: 'Réd', isInFile: true },
      ],
    },
    { field: 'tags', count: 22, names: ['red', 'blue'] },
  ]
  has(
    jobOf({ kind: 'equipment', status: 'checked', created: 3, newWords }),
    jobOf({ kind: 'equipment', status: 'done', created: 3, newWords }),
  )
  await drawn()
  const note = (await screen.findByText(/new entries to your lists/)).closest('div')
  const lines = within(note ?? document.body).getAllByRole('listitem')
  expect(lines.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Type Nope type/),
    '“Nope type” is similar to “Nópe type”, which already exists.',
    '“Red” is similar to “Réd”, which is also in the file.',
    expect.stringMatching(/^Tags red · blue .*20 more/),
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Import 3 rows' }))
  expect(await screen.findByText('Result')).toBeVisible()
  expect(screen.queryByText(/new entries to your lists/)).toBeNull()
})

it('the import page says how many readings wait for an explanation, and which', async () => {
  has(
    jobOf({
      kind: 'meterReadings',
      status: 'checked',
      created: 2,
      setAside: 1,
      preview: [
        { row: 2, name: 'Pump 1', action: 'create', changes: [] },
        { row: 3, name: 'Pump 2', action: 'create', changes: [], isSetAside: true },
      ],
    }),
  )
  await drawn()
  expect(await screen.findByText(/1 reading does not fit the ones around it/)).toBeVisible()
  expect(screen.getByRole('row', { name: /Pump 2/ })).toHaveTextContent('To be explained')
  expect(screen.getByRole('row', { name: /Pump 1/ })).not.toHaveTextContent('To be explained')
})

it('the import page says how many open tickets people would no longer see, and leads to them afterwards', async () => {
  has(
    jobOf({ kind: 'people', status: 'checked', updated: 1, lostTickets: 2 }),
    jobOf({ kind: 'people', status: 'done', updated: 1, lostTickets: 2 }),
  )
  await drawn()
  expect(await screen.findByText(/2 open tickets .* no longer see or handle/)).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 row' }))
  expect(await screen.findByRole('link', { name: 'Show these tickets' })).toHaveAttribute(
    'href',
    '/tickets?unable=1',
  )
})

it('the import page says so if everything is here already, and writes nothing', async () => {
  has(jobOf({ status: 'checked', unchanged: 4 }))
  await drawn()
  expect(await screen.findByText(/Everything in the file already exists/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Import 0 rows' })).toBeDisabled()
  fireEvent.click(screen.getByRole('button', { name: 'Change the mapping' }))
  expect(await screen.findByRole('button', { name: 'Preview the import' })).toBeVisible()
})

it('the import page stops a running import', async () => {
  has(jobOf({ status: 'running', progress: 1 }), jobOf({ status: 'cancelled', created: 1 }))
  await drawn()
  expect(await screen.findByText('Saving the rows')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/Rows that were already imported stay/)).toBeVisible()
})

it('the import page undoes an import after saying what goes, and names what stayed', async () => {
  has(
    jobOf({ status: 'done', created: 3, undoable: 3 }),
    jobOf({
      status: 'undone',
      undone: 2,
      undoable: 1,
      undoLeft: 1,
      undoFaults: [{ name: 'Probe 3', action: 'create', reason: 'hasMeasured' }],
    }),
  )
  await drawn()
  expect(await screen.findByRole('link', { name: 'Open the list' })).toHaveAttribute(
    'href',
    '/iot/sensors',
  )
  fireEvent.click(screen.getByRole('button', { name: /Undo this import/ }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).toHaveTextContent('2 rows that it created will be removed.')
  expect(dialog).toHaveTextContent('1 row that it changed will be restored.')
  expect(sent).toEqual([])
  fireEvent.click(within(dialog).getByRole('button', { name: 'Undo this import' }))
  expect(await screen.findByText(/This import was undone: 2 rows/)).toBeVisible()
  const left = screen.getByRole('table', { name: 'Not undone' })
  expect(
    within(left).getByRole('row', { name: /Probe 3 Created It has recorded readings/ }),
  ).toBeVisible()
})

it('the import page stops an undo, says how many rows were undone and remain, and continues it', async () => {
  has(
    jobOf({
      status: 'undoing',
      created: 300,
      undoable: 200,
      undone: 90,
      undoLeft: 10,
      progress: 100,
    }),
    jobOf({ status: 'undoStopped', created: 300, undoable: 200, undone: 100, undoLeft: 10 }),
  )
  await drawn()
  expect(await screen.findByText('Undoing the import')).toBeVisible()
  expect(screen.getByText('100 of 290')).toBeVisible()
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText(/100 rows were reverted/)).toHaveTextContent(
    '190 rows have not been checked yet.',
  )
  expect(sent).toEqual([['cancel', null]])
  expect(screen.getByRole('button', { name: /Continue undoing/ })).toBeVisible()
})

it('the import page leads to what it wrote, and nowhere once all of that is undone', async () => {
  has(
    jobOf({ kind: 'equipment', status: 'done', created: 3, undoable: 3 }),
    jobOf({ kind: 'equipment', status: 'undone', created: 3, undone: 3 }),
  )
  await drawn()
  expect(await screen.findByRole('link', { name: 'Show them in the list' })).toHaveAttribute(
    'href',
    '/equipment?import=5',
  )
  fireEvent.click(screen.getByRole('button', { name: /Undo this import/ }))
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Undo this import' }),
  )
  expect(await screen.findByText(/This import was undone/)).toBeVisible()
  expect(screen.queryByRole('link', { name: /the list/ })).toBeNull()
})

it('the import page names the fields of the organisation as that screen does', async () => {
  has(
    jobOf({
      kind: 'orgEntities',
      headings: ['code', 'kind', 'parent', 'people'],
      sample: [],
      mapping: {
        columns: ['code', 'kind', 'parent', 'responsible'],
        defaults: {},
        emptyValues: [],
      },
    }),
  )
  await drawn()
  const table = await screen.findByRole('table', { name: 'Map the columns' })
  for (const word of ['Code (identifies the item)', 'Kind', 'Belongs to', 'Responsible people'])
    expect(within(table).getByText(word)).toBeVisible()
})

it('the import page reports a fault of a field without a column by the field’s word', async () => {
  has(
    jobOf({
      status: 'checked',
      failed: 1,
      faultCount: 2,
      faults: [
        { row: 2, column: null, field: 'equipment', code: 'required', value: '' },
        { row: 2, column: 'low', code: 'notANumber', value: 'x' },
      ],
    }),
  )
  await drawn()
  const faults = await screen.findByRole('table', { name: 'Errors' })
  expect(within(faults).getByRole('row', { name: '2 Equipment Missing' })).toBeVisible()
  expect(within(faults).getByRole('row', { name: '2 low Not a number x' })).toBeVisible()
})

it('the import page says why the whole import stopped in words of the page, not of the server', async () => {
  has(
    jobOf({
      status: 'failed',
      faultCount: 1,
      faults: [
        {
          row: 1,
          column: null,
          code: 'refused',
          value: '',
          refusal: { code: 'staleVersion', message: 'Sent 1, now 2' },
        },
      ],
    }),
  )
  await drawn()
  const reason = await screen.findByText(/^Refused: /)
  expect(reason).not.toHaveTextContent('Sent 1')
  expect(reason).not.toHaveTextContent('staleVersion')
})

it('the import page says what the columns that join COBie sheets are used for, without a choice', async () => {
  const headings = ['Sheet', 'Name', 'For types', 'Supplier', 'Tasks', 'Every', 'Colour']
  const reading = {
    format: 'xlsx',
    sheet: 'Component',
    sheets: [{ name: 'Component', rows: 200 }],
    parts: [{ sheet: 'Component', rows: 200, used: 200, unusedColumns: ['Colour'] }],
  } as unknown as ImportJob['reading']
  const columns: ImportJob['mapping']['columns'] = headings.map((heading) =>
    heading === 'Name' ? 'name' : 'ignore',
  )
  has(
    jobOf({
      kind: 'equipment',
      reading,
      headings,
      sample: [['Component', 'Pump 1', '', '', '', '', 'red']],
      mapping: { columns, defaults: { type: 'Pump' }, emptyValues: [] },
    }),
  )
  server.use(
    http.get('http://localhost/api/metadata-fields/equipment', () =>
      HttpResponse.json({ count: 0, rows: [] }),
    ),
  )
  await drawn()
  const table = within(await screen.findByRole('table', { name: 'Map the columns' }))
  const cells = table
    .getAllByRole('row')
    .slice(1)
    .map((row) => [
      within(row).getByRole('rowheader').textContent,
      within(row).queryByRole('combobox') === null
        ? within(row).getAllByRole('cell').at(-1)?.textContent
        : 'choice',
    ])
  expect(cells).toEqual([
    ['Sheet', 'Sets the type of each row'],
    ['Name', 'choice'],
    ['For types', 'Used for spare parts and job plans'],
    ['Supplier', 'Used for spare parts'],
    ['Tasks', 'Used for job plans'],
    ['Every', 'Used for schedules'],
    ['Colour', 'choice'],
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Preview the import' }))
  await waitFor(() => expect(sent[0]?.[1]).toMatchObject({ mapping: { columns } }))
})
