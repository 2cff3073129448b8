/**
 * Converts an untrusted venue file to a plan: an archive, GeoJSON, OpenStreetMap XML or Overpass
 * JSON. Runs in a worker thread.
 */
import { truncate } from '#contract/rules/truncate.ts'
import { applyCorrections } from '#contract/venue/applyCorrections.ts'
import type { Corrections } from '#contract/venue/corrections.ts'
import { makeLedger, type Report } from '#contract/venue/ledger.ts'
import type { Parsed, ReadFile, VenueFile, VenuePlan } from '#contract/venue/plan.ts'
import { checksOf, type PlanChecks } from '#contract/venue/planChecks.ts'
import { parseFiles, planOfFiles } from '#contract/venue/readVenue.ts'
import { wordsOf } from '#contract/venue/texts.ts'
import { badInput } from '#kernel/http/errors.ts'
import { defineTask } from '#kernel/work/threads.ts'
import { kindOfFile, kindOfName, kindOfText, refuseUnread } from './formats/fileKind.ts'
import { convertToDegrees } from './formats/gridFiles.ts'
import { featuresOfOsm, type OsmElements } from './formats/osmElements.ts'
import { readOsmXml } from './formats/osmXml.ts'
import { isOverpass, readOverpass } from './formats/overpass.ts'
import { readingOf, type VenueReading, type VenueUpload } from './reading.ts'
import { filesInZip, textOfBytes, unpacked } from './zip.ts'

export { readIfcFile, readIfcTask } from './ifc/inProcess.ts'
interface PlanToCheck {
  plan: VenuePlan
  made: Corrections
}
export const checkPlanTask = defineTask<PlanToCheck, PlanChecks>('checkPlan', 'long')
export const checkPlanInThread = ({ plan, made }: PlanToCheck): PlanChecks =>
  checksOf(applyCorrections(plan, made).buildings)

export const readVenueTask = defineTask<VenueUpload, VenueReading>('readVenue', 'long')

/** GeoJSON nests ten deep. Excessive nesting only costs time. */
const DEEPEST = 64

export async function readVenueFile({
  name,
  bytes,
  floorFrom = null,
}: VenueUpload): Promise<VenueReading> {
  const { files, others } = filesOf(
    name,
    Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
  )
  refuseBombs(files.map(({ text }) => text))
  const report = makeLedger()
  for (const other of others) report.fault(wordsOf(other), null, 'fileNotRead')
  const parsed = parseFiles(
    files.map((file) => asReadable(file, report)),
    report,
  ).map(withOverpass)
  const { files: placed, assumed } = await convertToDegrees(parsed, report)
  return readingOf(planOfFiles(placed, report, { floorFrom }), assumed)
}

const osmOf = (name: string, elements: OsmElements): Parsed => ({
  name,
  format: 'osm',
  data: { type: 'FeatureCollection', features: featuresOfOsm(elements) },
})

const asReadable = ({ name, text }: VenueFile, report: Report): ReadFile => {
  const kind = kindOfText(text)
  refuseUnread(kind)
  if (kind !== 'osmXml') return { name, text }
  if (!/<\/osm>\s*$/.test(text)) report.fault(wordsOf(name), null, 'cutShort')
  return osmOf(name, readOsmXml(text))
}

const withOverpass = (file: Parsed): Parsed =>
  isOverpass(file.data) ? osmOf(file.name, readOverpass(file.data)) : file

function filesOf(name: string, bytes: Buffer): { files: VenueFile[]; others: string[] } {
  const kind = kindOfFile(bytes)
  refuseUnread(kind)
  if (kind === 'archive') {
    const { entries, others } = unpacked(filesInZip(bytes))
    if (entries.length === 0) for (const other of others) refuseUnread(kindOfName(other))
    return { files: entries, others }
  }
  const text = textOfBytes(bytes)
  refuseBombs([text])
  if (kind === 'osmXml') return { files: [{ name, text }], others: [] }
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof data === 'object' && data !== null && 'files' in data && Array.isArray(data.files))
      return { files: data.files.flatMap(named), others: [] }
  } catch {
    // Reports a truncated or empty file as such, not as a wrong format.
    if (!/^[\ufeff\s]*(?:[{[]|$)/.test(text))
      throw badInput('body.file', 'notAPlan', formatOfName(name))
  }
  return { files: [{ name, text }], others: [] }
}

const formatOfName = (name: string): string =>
  /\.(\w{1,10})$/.exec(name)?.[1]?.toUpperCase() ?? truncate(name, 40)

function named(file: unknown): VenueFile[] {
  const isNamed = typeof file === 'object' && file !== null && 'name' in file && 'text' in file
  return isNamed && typeof file.name === 'string' && typeof file.text === 'string'
    ? [{ name: file.name, text: file.text }]
    : []
}

/** A building with a hundred floors has a tenth of this in corners. */
const MAX_VALUES = 4_000_000

/**
 * Counts brackets and values outside quotes before parsing: JSON.parse cannot be interrupted, and
 * uses twenty times the text's memory.
 */
function refuseBombs(texts: readonly string[]): void {
  let left = MAX_VALUES
  for (const text of texts) {
    left -= valuesIn(text)
    if (left < 0)
      throw badInput(
        'body.file',
        'tooLarge',
        'These plans are too large to take over at once; give them building by building.',
      )
  }
}

function valuesIn(text: string): number {
  let depth = 0
  let values = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const message = text.charCodeAt(at)
    if (message === 0x22) isQuoted = !isQuoted
    else if (isQuoted && message === 0x5c) at += 1
    else if (isQuoted) continue
    else if (message === 0x2c) values += 1
    else if (message === 0x5b || message === 0x7b) {
      depth += 1
      values += 1
    } else if (message === 0x5d || message === 0x7d) depth -= 1
    if (depth > DEEPEST)
      throw badInput(
        'body.file',
        'tooDeep',
        'Brackets stand in brackets deeper than any plan needs.',
      )
  }
  return values
}
