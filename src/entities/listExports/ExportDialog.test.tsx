import '@testing-library/jest-dom/vitest'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { beforeEach, expect, it, vi } from 'vitest'
import type { ListExport } from '#contract/listExports.ts'
import { draw, pretendServer } from '#tests/drawing.tsx'
import { ExportButton } from './ExportButton.tsx'

const server = pretendServer()
const saved: string[] = []
vi.mock('#lib/download.ts', () => ({ download: (name: string) => void saved.push(name) }))
// jsdom cannot receive a file.
vi.mock('#api/files.ts', () => ({ fetchBlob: () => Promise.resolve(new Blob(['file'])) }))

const base: ListExport = {
  id: 5 as ListExport['id'],
  list: 'procedureLogs',
  format: 'xlsx',
  state: 'done',
  fault: null,
  progress: 3,
  total: 3,
  fileName: 'Procedure logs 2026-11-29.xlsx',
  bytes: 9,
  createdAt: '2026-11-29T09:00:00.000Z',
  endedAt: null,
}
const sent: unknown[] = []
let cancelled = 0
beforeEach(() => {
  sent.length = 0
  saved.length = 0
  cancelled = 0
})
function answers(first: Partial<ListExport>, then: Partial<ListExport> = first) {
  server.use(
    http.post('http://localhost/api/list-exports', async ({ request }) => {
      sent.push(await request.json())
      return HttpResponse.json({ ...base, ...first })
    }),
    http.get('http://localhost/api/list-exports/5', () => HttpResponse.json({ ...base, ...then })),
    http.post('http://localhost/api/list-exports/5/cancel', () => {
      cancelled += 1
      return HttpResponse.json({ ...base, state: 'cancelled' })
    }),
  )
}
async function opened() {
  await draw(
    <ExportButton
      lists={[
        { list: 'procedureLogs', question: { search: 'fridge' } },
        { list: 'procedureAnswers', question: { search: 'fridge' } },
      ]}
    />,
    { namespaces: ['exports'] },
  )
  await userEvent.click(screen.getByRole('button', { name: 'Export' }))
  await screen.findByRole('dialog')
}
const start = async () => {
  const [, button] = screen.getAllByRole('button', { name: 'Export' })
  if (button === undefined) throw new Error('The dialog has a button')
  await userEvent.click(button)
}

it('the export dialog asks for a workbook with the filters, saves it and closes', async () => {
  answers({})
  await opened()
  await start()
  await waitFor(() => expect(saved).toEqual(['Procedure logs 2026-11-29.xlsx']))
  expect(sent).toEqual([
    {
      what: { list: 'procedureLogs', question: { search: 'fridge' } },
      format: 'xlsx',
      headings: 'words',
    },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('the export dialog offers a row an answer, CSV and keys', async () => {
  answers({})
  await opened()
  await userEvent.click(screen.getByRole('radio', { name: 'One row for each answer' }))
  await userEvent.click(screen.getByRole('radio', { name: 'Text table (CSV)' }))
  await userEvent.click(screen.getByRole('checkbox'))
  await start()
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    what: { list: 'procedureAnswers' },
    format: 'csv',
    headings: 'keys',
  })
})

it('the export dialog shows the progress of a long export, saves it when it is ready', async () => {
  answers({ state: 'running', progress: 0, total: 20_000 }, { state: 'done', total: 20_000 })
  await opened()
  await start()
  await waitFor(() => expect(saved).toHaveLength(1))
})

it('the export dialog cancels a long export when it is closed', async () => {
  answers({ state: 'running', progress: 500, total: 20_000 })
  await opened()
  await start()
  expect(await screen.findByText('500 of 20,000')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(cancelled).toBe(1))
  expect(saved).toEqual([])
})

it('the export dialog says that a file could not be written, and lets the user try again', async () => {
  answers({ state: 'failed', fault: 'exportTooLong' })
  await opened()
  await start()
  expect(
    await screen.findByText('The texts are too long for a workbook. Choose CSV.'),
  ).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Text table (CSV)' })).toBeEnabled()
})
