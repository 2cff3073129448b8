/** Steps of an import, as the page takes them. Each waits for the server's job. */
import type { SQL } from 'drizzle-orm'
import { expect } from 'vitest'
import { imports, type ImportJob, type ImportKind, type ImportMapping } from '#contract/imports.ts'
import { inCompany } from '#kernel/data/transaction.ts'
import { importOver } from './longJobs.ts'
import type { TestApp } from './testApp.ts'

/**
 * The test app and token, read at every step, because both are created after the file is loaded.
 */
export function importSteps(by: () => { testApp: TestApp; token: string }) {
  const over = (id: number) => importOver(by().testApp, by().token, id)

  async function upload(kind: ImportKind, file: string | Buffer, name = 'file.csv') {
    const { testApp, token } = by()
    const answer = await testApp.upload(token, `/api/imports?kind=${kind}`, name, file)
    return { ...answer, body: answer.body as ImportJob }
  }
  async function check(job: ImportJob, change: Partial<ImportMapping> = {}): Promise<ImportJob> {
    const { testApp, token } = by()
    const { status } = await testApp.call(token, imports.checkImport, {
      params: { id: job.id },
      body: { mapping: { ...job.mapping, ...change } },
    })
    expect(status).toBe(200)
    return over(job.id)
  }
  async function write({ id }: ImportJob): Promise<ImportJob> {
    const { testApp, token } = by()
    expect((await testApp.call(token, imports.runImport, { params: { id } })).status).toBe(200)
    return over(id)
  }
  async function takeBack({ id }: ImportJob): Promise<ImportJob> {
    const { testApp, token } = by()
    expect((await testApp.call(token, imports.undoImport, { params: { id } })).status).toBe(200)
    return over(id)
  }
  const uploadAndCheck = async (
    kind: ImportKind,
    file: string | Buffer,
    change?: Partial<ImportMapping>,
  ) => check((await upload(kind, file)).body, change)
  const uploadAndWrite = async (kind: ImportKind, file: string | Buffer) =>
    write(await uploadAndCheck(kind, file))

  /** Rows of the company under test. */
  const rowsIn = async (query: SQL) => {
    const { testApp } = by()
    const { rows } = await inCompany(testApp.pool, testApp.here.id, (db) =>
      db.execute<Record<string, unknown>>(query),
    )
    return rows
  }

  return { rowsIn, over, upload, check, write, takeBack, uploadAndCheck, uploadAndWrite }
}

/** Column or field, and code, of each fault. */
export const faultsOf = ({ faults }: Pick<ImportJob, 'faults'>) =>
  faults.map(({ column, field, code }) => [column ?? field, code])
