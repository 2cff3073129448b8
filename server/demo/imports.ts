/** Two files imported before the demo begins: the organisation, and sensors with one bad row. */
import { Readable } from 'node:stream'
import { asc, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids.ts'
import { csvCell } from '#contract/rules/csv.ts'
import * as tables from '#db/schema/index.ts'
import { ofCompany } from '#kernel/data/ofCompany.ts'
import type { Files } from '#ports/files.ts'
import { insertAll, type Seed } from './rows.ts'
import { fridgeName, type Words } from './words.ts'

const DAY = 86_400_000
interface Sheet {
  fileName: string
  headings: string[]
  rows: string[][]
}
const organisationOf = ({ imports: said, organisation: names }: Words): Sheet => ({
  fileName: said.organisationFile,
  headings: [said.code, said.name, said.kind, said.parent],
  rows: [
    ['NUR', names.nursing, said.department, ''],
    ['4100', names.wards, said.costCentre, 'NUR'],
    ['4200', names.emergency, said.costCentre, 'NUR'],
    ['TEC', names.technical, said.department, ''],
    ['5100', names.devices, said.costCentre, 'TEC'],
    ['EXT-7', names.ventil, said.contractor, 'TEC'],
  ],
})
const fridgesOf = (words: Words): Sheet => ({
  fileName: words.imports.sensorsFile,
  headings: [
    words.imports.deviceId,
    words.imports.name,
    words.imports.type,
    words.imports.lowerLimit,
    words.imports.upperLimit,
  ],
  rows: (
    [
      [1, '2', '8'],
      [2, '2', '8'],
      [3, '2', '8'],
      [9, '8', '2'],
    ] as const
  ).map(([n, from, to]) => [
    `A84041000181FA0${n}`,
    fridgeName(words, n),
    words.sensorTypes.fridge,
    from,
    to,
  ]),
})
const faultOf = ({ imports: said }: Words) =>
  ({ row: 5, column: said.upperLimit, code: 'limitsReversed', value: '2' }) as const

export interface ImportFiles {
  organisation: string
  fridges: string
  faults: string
}

/** Stored before the rows are written, because files are not part of the transaction. */
export async function storeImports(files: Files, words: Words): Promise<ImportFiles> {
  const keep = (text: string) => files.put(Readable.from([Buffer.from(text)]))
  const csv = ({ headings, rows }: Sheet) =>
    [headings, ...rows].map((cells) => `${cells.map((cell) => csvCell(cell)).join(',')}\n`).join('')
  return {
    organisation: await keep(csv(organisationOf(words))),
    fridges: await keep(csv(fridgesOf(words))),
    faults: await keep(`${JSON.stringify(faultOf(words))}\n`),
  }
}

export async function seedImports(
  { db, companyId, now, users, words }: Seed,
  files: ImportFiles,
): Promise<void> {
  const [organisation, fridges] = [organisationOf(words), fridgesOf(words)]
  const startedBy = users.find(({ role }) => role === 'administrator')?.userId
  if (startedBy === undefined) throw new Error('The demo has no administrator')
  const reading = { format: 'csv', encoding: 'utf-8', delimiter: ',' } as const
  const common = { companyId, startedBy, reading, status: 'done' as const }
  const done = async (
    job: Omit<typeof tables.importJob.$inferInsert, keyof typeof common | 'sample'>,
    made: readonly { id: number; name: string; version: number }[],
    { rows }: Pick<Sheet, 'rows'>,
  ) => {
    const counts = { created: made.length, undoable: made.length }
    const progress = { rowCount: rows.length, progress: rows.length }
    const [row] = await insertAll(db, tables.importJob, [
      { ...common, ...job, ...counts, ...progress, sample: rows },
    ])
    const importId = row?.id as Id<'import'> // just written
    await insertAll(
      db,
      tables.importedRow,
      made.map(({ id, name, version }) => ({
        companyId,
        importId,
        entityId: id,
        action: 'create' as const,
        name,
        madeVersion: version,
      })),
    )
  }
  const emptyValues = ['NA', 'N/A', 'NULL']
  const owners = await db
    .select({
      id: tables.orgEntity.id,
      name: tables.orgEntity.name,
      version: tables.orgEntity.version,
    })
    .from(tables.orgEntity)
    .where(ofCompany(tables.orgEntity, companyId))
    .orderBy(asc(tables.orgEntity.id))
  await done(
    {
      kind: 'orgEntities',
      fileName: organisation.fileName,
      storageKey: files.organisation,
      headings: organisation.headings,
      mapping: { columns: ['code', 'name', 'kind', 'parent'], defaults: {}, emptyValues },
      createdAt: new Date(now.getTime() - 40 * DAY),
    },
    owners,
    organisation,
  )
  const probes = await db
    .select({ id: tables.sensor.id, name: tables.sensor.name, version: tables.sensor.version })
    .from(tables.sensor)
    .where(
      ofCompany(
        tables.sensor,
        companyId,
        inArray(
          tables.sensor.name,
          [1, 2, 3].map((n) => fridgeName(words, n)),
        ),
      ),
    )
    .orderBy(asc(tables.sensor.id))
  await done(
    {
      kind: 'sensors',
      fileName: fridges.fileName,
      storageKey: files.fridges,
      headings: fridges.headings,
      mapping: {
        columns: ['deviceId', 'name', 'type', 'lowerLimit', 'upperLimit'],
        defaults: {},
        emptyValues,
      },
      createdAt: new Date(now.getTime() - 21 * DAY),
      failed: 1,
      faults: [faultOf(words)],
      faultCount: 1,
      faultsKey: files.faults,
    },
    probes,
    fridges,
  )
}
