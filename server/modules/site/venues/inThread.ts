/**
 * Converts an untrusted venue file, archive or GeoJSON, to a plan. Pure; runs in a worker thread.
 */
import type { VenueFault, VenueFile, VenuePlan } from '#contract/venue/plan.ts'
import { markUnreached } from '#contract/venue/reach.ts'
import { readVenue } from '#contract/venue/readVenue.ts'
import { badInput } from '#kernel/http/errors.ts'
import { task } from '#kernel/work/threads.ts'
import { filesInZip, textOfBytes } from './zip.ts'

export interface VenueUpload {
  name: string
  bytes: Uint8Array
}
export interface VenueReading {
  plan: VenuePlan
  faults: VenueFault[]
  faultCount: number
}

export const readVenueTask = task<VenueUpload, VenueReading>('readVenue', 'long')

const FAULTS_KEPT = 300
/**
 * Bytes. A plan is one row and one message between threads; the largest known campus has a fifth of
 * this.
 */
const LARGEST_PLAN = 8 * 1024 * 1024
/** GeoJSON nests ten deep. Excessive nesting only costs time. */
const DEEPEST = 64

export function readVenueFile({ name, bytes }: VenueUpload): VenueReading {
  const files = filesOf(name, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  refuseBombs(files.map(({ text }) => text))
  const { plan, faults } = readVenue(files)
  if (JSON.stringify(plan).length > LARGEST_PLAN) {
    throw badInput(
      'body.file',
      'tooLarge',
      'These plans are too large to take over at once; give them building by building.',
    )
  }
  const buildings = plan.buildings.map((house) => ({
    ...house,
    floors: markUnreached(house.floors),
  }))
  return { plan: { buildings }, faults: faults.slice(0, FAULTS_KEPT), faultCount: faults.length }
}

function filesOf(name: string, bytes: Buffer): VenueFile[] {
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const files = filesInZip(bytes)
    if (files === 'broken')
      throw badInput('body.file', 'brokenArchive', 'The archive cannot be read.')
    if (files === 'tooLarge')
      throw badInput(
        'body.file',
        'tooLarge',
        'What the archive holds is too large: at most 120 MB unpacked.',
      )
    return files
  }
  const text = textOfBytes(bytes)
  refuseBombs([text])
  try {
    const data: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    if (typeof data === 'object' && data !== null && 'files' in data && Array.isArray(data.files))
      return data.files.flatMap(named)
  } catch {
    throw badInput('body.file', 'notJson', 'The file is neither an archive nor GeoJSON.')
  }
  return [{ name, text }]
}

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
