import type { ExportedInput, ListExport } from '#contract/listExports.ts'
import { listExports } from '#contract/listExports.ts'
import { whenOver } from './longJobs.ts'
import type { TestApp } from './testApp.ts'

interface Form {
  format?: 'xlsx' | 'csv'
  headings?: 'words' | 'keys'
}

export const exportOver = (testApp: TestApp, token: string, id: number): Promise<ListExport> =>
  whenOver(
    () => testApp.ok(token, listExports.getListExport, { params: { id } }),
    ({ state }) => state !== 'running',
  )

export async function fileOf(testApp: TestApp, token: string, id: number): Promise<Buffer> {
  const answer = await testApp.app.http.inject({
    method: 'GET',
    url: listExports.downloadListExport.path.replace('{id}', String(id)),
    headers: { authorization: `Bearer ${token}` },
  })
  if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${answer.body}`)
  return answer.rawPayload
}

export async function exportList(
  testApp: TestApp,
  token: string,
  what: ExportedInput,
  form: Form = {},
): Promise<Buffer> {
  const { id } = await testApp.ok(token, listExports.startListExport, { body: { what, ...form } })
  const { state, fault } = await exportOver(testApp, token, id)
  if (state !== 'done') throw new Error(`The export is ${state}: ${fault}`)
  return fileOf(testApp, token, id)
}

export const exportAsCsv = async (
  testApp: TestApp,
  token: string,
  what: ExportedInput,
): Promise<string> =>
  String(await exportList(testApp, token, what, { format: 'csv', headings: 'keys' }))
