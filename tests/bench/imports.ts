/**
 * Reads, checks and writes a workbook of 100,000 rows: processor time and peak memory of the
 * server.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { imports, importsAtWork, type ImportJob } from '#contract/imports.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { type ServerProcess, startServer } from '#tests/serverProcess.ts'
import { xlsxOf } from '#tests/xlsx.ts'
import { type Backend, postgresBackend } from './backends.ts'
import { type Row, round } from './measures.ts'
import { forgetMost, mostMegabytesOf, secondsOf } from './memory.ts'

const ROWS = Number(process.env['BENCH_IMPORTED'] ?? 100_000)
type Step = 'read' | 'check' | 'write'
type Figures = Record<Step, number> & { most: number; wall: number }

export async function measureImports(checkout: string): Promise<Row[]> {
  const backend = await postgresBackend(checkout)
  try {
    const { read, check, write, most, wall } = await onServer(backend, workbook())
    return [
      {
        part: 'imports',
        what: `${ROWS} rows`,
        where: 'PostgreSQL',
        values: {
          'read s': read,
          'check s': check,
          'write s': write,
          'processor s': round(read + check + write),
          'MB at most': most,
          'wall s': wall,
        },
      },
    ]
  } finally {
    await backend.remove()
  }
}

async function onServer(
  { databaseUrl, dataDir, checkout }: Backend,
  file: Buffer,
): Promise<Figures> {
  const server = await startServer({
    dataDir,
    checkout,
    ...(databaseUrl !== undefined && { databaseUrl }),
    env: { CALLS_PER_SECOND: '10000' },
    nodeArguments: (process.env['BENCH_NODE'] ?? '').split(' ').filter((one) => one !== ''),
  })
  try {
    const api = await signIn(server.url, 'admin@plantroom.demo')
    // The demo seed continues after the first response.
    await wait(5_000)
    const begun = performance.now()
    forgetMost(server)
    const figures: Figures = { read: 0, check: 0, write: 0, most: 0, wall: 0 }
    let at = secondsOf(server)
    const over = (step: Step) => {
      const now = secondsOf(server)
      figures[step] = round(now - at)
      at = now
    }
    const { id, mapping } = await upload(server, api, file)
    over('read')
    const params = { id }
    await api.call(imports.checkImport, { params, body: { mapping } })
    const checked = await whenDone(api, id)
    over('check')
    await api.call(imports.runImport, { params })
    const done = await whenDone(api, id)
    over('write')
    if (checked.failed > 0 || done.created !== ROWS || done.status !== 'done')
      throw new Error(
        `The import is ${done.status}, ${done.created} created: ${JSON.stringify(checked.faults[0])}`,
      )
    return {
      ...figures,
      most: mostMegabytesOf(server),
      wall: round((performance.now() - begun) / 1_000),
    }
  } finally {
    await server.stop()
  }
}

async function whenDone(api: Api, id: ImportJob['id']): Promise<ImportJob> {
  for (;;) {
    const job = await api.call(imports.getImport, { params: { id } })
    if (!importsAtWork.some((one) => one === job.status)) return job
    await wait(500)
  }
}

async function upload(server: ServerProcess, { token }: Api, file: Buffer): Promise<ImportJob> {
  const form = new FormData()
  form.set('file', new Blob([new Uint8Array(file)]), 'register.xlsx')
  const answer = await fetch(`${server.url}/api/imports?kind=equipment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as ImportJob
}

function workbook(): Buffer {
  const rows = Array.from({ length: ROWS }, (_, row) => [
    `REG-${String(row).padStart(6, '0')}`,
    `Circulation pump ${row}`,
    `Kind ${row % 40}`,
    row % 3 === 0 ? 'In use' : 'Spare',
    `Fire safety; Zone ${row % 12}`,
    new Date(Date.UTC(2015, row % 12, 1 + (row % 28))),
    12.5 + (row % 90),
    `Curve ${row % 25}`,
    row % 7 === 0 ? null : `Checked by the contractor in round ${row % 30}`,
  ])
  return xlsxOf({
    Register: [
      [
        'Inventory number',
        'Name',
        'Type',
        'Status',
        'Tags',
        'Put in service',
        'Flow rate',
        'Pump curve',
        'Remarks',
      ],
      ...rows,
    ],
  })
}
