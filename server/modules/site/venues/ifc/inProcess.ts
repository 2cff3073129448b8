/**
 * Reads an IFC model, also one in an archive. Runs in a process of its own, because the memory of
 * WebAssembly is outside the heap that a thread's limit counts.
 */
import { makeLedger } from '#contract/venue/ledger.ts'
import type { Assumption } from '#contract/venue/plan.ts'
import { finishedPlan } from '#contract/venue/readVenue.ts'
import { wordsOf } from '#contract/venue/texts.ts'
import { BYTE_ORDER_MARK, csvLine } from '#contract/rules/csv.ts'
import { badInput } from '#kernel/http/errors.ts'
import { defineTask } from '#kernel/work/threads.ts'
import { kindOfFile } from '../formats/fileKind.ts'
import { readingOf, type Register, type VenueReading, type VenueUpload } from '../reading.ts'
import { entriesOfZip, unpacked } from '../zip.ts'
import { ifcPlan } from './ifcPlan.ts'
import { withModel } from './model.ts'
import { REGISTER_HEADINGS, registerOf, type RegisterRow } from './register.ts'
import { structureOf } from './structure.ts'

export const readIfcTask = defineTask<VenueUpload, VenueReading>('readIfc', 'apart')

const NAME = /\.ifc$/i

export function isIfc(bytes: Buffer): boolean {
  const kind = kindOfFile(bytes)
  if (kind !== 'archive') return kind === 'ifc'
  const listed = entriesOfZip(bytes, () => false)
  return typeof listed === 'object' && listed.others.some((name) => NAME.test(name))
}

export async function readIfcFile({ name, bytes, at = null }: VenueUpload): Promise<VenueReading> {
  const report = makeLedger()
  const model = modelIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  return withModel(model, async (opened) => {
    const structure = structureOf(opened)
    if (!isWhole(model)) report.fault(wordsOf(name), null, 'cutShort')
    const assumed: Assumption[] = []
    const context = { file: wordsOf(name), report, at, assumed }
    const rows = registerOf(opened, structure, context)
    const buildings = await ifcPlan(opened, structure, context)
    const read = finishedPlan(buildings, report, { file: name, nameKey: 'LongName' })
    return readingOf(read, assumed, csvOf(rows))
  })
}

/** A complete file ends with this line. */
const isWhole = (model: Uint8Array): boolean =>
  Buffer.from(model.subarray(-1024)).includes('END-ISO-10303-21')

function modelIn(bytes: Buffer): Uint8Array {
  if (bytes.subarray(0, 2).toString('latin1') !== 'PK') return bytes
  const { entries } = unpacked(entriesOfZip(bytes, (name) => NAME.test(name)))
  const [only, ...others] = entries
  if (only === undefined || others.length > 0)
    throw badInput(
      'body.file',
      'severalModels',
      'An IFC model is read alone: one file, or an archive with one model.',
    )
  return only.bytes
}

function csvOf(rows: readonly RegisterRow[]): Register | null {
  if (rows.length === 0) return null
  const lines = [REGISTER_HEADINGS, ...rows].map((cells) => csvLine([...cells]))
  return { csv: BYTE_ORDER_MARK + lines.join(''), rows: rows.length }
}
