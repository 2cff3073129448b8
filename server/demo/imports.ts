/** Two files that came in before the demo begins: the organisation, and sensors with one bad row. */
import { Readable } from 'node:stream'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Id } from '#contract/ids'
import { importedRow, importJob, orgEntity, sensor } from '../db/schema/index.ts'
import type { Files } from '../ports/files.ts'
import { insertAll, type Seed } from './rows.ts'

const DAY = 86_400_000
const SENSORS = ['Fridge sensor 1', 'Fridge sensor 2', 'Fridge sensor 3']

const organisation = {
  fileName: 'organisation.csv',
  headings: ['code', 'name', 'kind', 'parent'],
  rows: [
    ['NUR', 'Nursing', 'department', ''],
    ['4100', 'Wards', 'cost centre', 'NUR'],
    ['4200', 'Emergency', 'cost centre', 'NUR'],
    ['TEC', 'Technical services', 'department', ''],
    ['5100', 'Medical devices', 'cost centre', 'TEC'],
    ['EXT-7', 'Ventil Service Ltd', 'contractor', 'TEC'],
  ],
}
const fridges = {
  fileName: 'fridge-sensors.csv',
  headings: ['device id', 'name', 'type', 'lower limit', 'upper limit'],
  rows: [
    ['A84041000181FA01', 'Fridge sensor 1', 'Fridge probe', '2', '8'],
    ['A84041000181FA02', 'Fridge sensor 2', 'Fridge probe', '2', '8'],
    ['A84041000181FA03', 'Fridge sensor 3', 'Fridge probe', '2', '8'],
    ['A84041000181FA09', 'Fridge sensor 9', 'Fridge probe', '8', '2'],
  ],
}
const fault = { row: 5, column: 'upper limit', code: 'limitsReversed', value: '2' } as const

export interface ImportFiles {
  organisation: string
  fridges: string
  faults: string
}

/** Kept before the rows are written, since bytes know no transaction. */
export async function storeImports(files: Files): Promise<ImportFiles> {
  const keep = (text: string) => files.put(Readable.from([Buffer.from(text)]))
  const csv = ({ headings, rows }: typeof organisation) =>
    [headings, ...rows].map((cells) => `${cells.join(',')}\n`).join('')
  return {
    organisation: await keep(csv(organisation)),
    fridges: await keep(csv(fridges)),
    faults: await keep(`${JSON.stringify(fault)}\n`),
  }
}

export async function seedImports(
  { db, companyId, now, users }: Seed,
  files: ImportFiles,
): Promise<void> {
  const startedBy = users.find(({ role }) => role === 'administrator')?.userId
  if (startedBy === undefined) throw new Error('The demo has no administrator')
  const reading = { format: 'csv', encoding: 'utf-8', delimiter: ',' } as const
  const common = { companyId, startedBy, reading, status: 'done' as const }
  const done = async (
    job: Omit<typeof importJob.$inferInsert, keyof typeof common | 'sample'>,
    made: readonly { id: number; name: string; version: number }[],
    { rows }: Pick<typeof organisation, 'rows'>,
  ) => {
    const counts = { created: made.length, undoable: made.length }
    const progress = { rowCount: rows.length, progress: rows.length }
    const [row] = await insertAll(db, importJob, [
      { ...common, ...job, ...counts, ...progress, sample: rows },
    ])
    const importId = row?.id as Id<'import'> // just written
    await insertAll(
      db,
      importedRow,
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
    .select({ id: orgEntity.id, name: orgEntity.name, version: orgEntity.version })
    .from(orgEntity)
    .where(eq(orgEntity.companyId, companyId))
    .orderBy(asc(orgEntity.id))
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
    .select({ id: sensor.id, name: sensor.name, version: sensor.version })
    .from(sensor)
    .where(and(eq(sensor.companyId, companyId), inArray(sensor.name, SENSORS)))
    .orderBy(asc(sensor.id))
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
      faults: [fault],
      faultCount: 1,
      faultsKey: files.faults,
    },
    probes,
    fridges,
  )
}
