/** Manuals and pictures of the demo's equipment, generated here. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { crc32, deflateSync } from 'node:zlib'
import type { EquipmentFileKind } from '#contract/equipment/equipmentFiles.ts'
import type { Language } from '#contract/languages.ts'
import * as tables from '#db/schema/index.ts'
import type { Files } from '#ports/files.ts'
import type { Campus } from './campus.ts'
import { insertAll, type Seed } from './rows.ts'
import { fillPlaceholders, keysOf, type EquipmentKey, type Words } from './words.ts'

const DAY = 86_400_000

export interface DemoDocument {
  type: EquipmentKey
  kind: EquipmentFileKind
  name: string
  fileName: string
  mime: string
  size: number
  sha256: string
  storageKey: string
}

/** Stored before the rows are written, because files are not part of the transaction. */
export async function storeDocuments(
  files: Files,
  words: Words,
  language: Language,
): Promise<DemoDocument[]> {
  const papers: DemoDocument[] = []
  const draw = await penFor(language)
  for (const type of keysOf(words.guides)) {
    const called = within(words.equipment[type])
    const file = called.replaceAll(' ', '-')
    const steps = Object.values(words.guides[type])
    const made = [
      {
        kind: 'manual',
        name: fillPlaceholders(words.papers.quickGuide, { type: called }),
        fileName: fillPlaceholders(words.papers.guideFile, { type: file }),
        mime: 'application/pdf',
        bytes: await draw(words.equipment[type], steps),
      },
      {
        kind: 'photo',
        name: fillPlaceholders(words.papers.namePlate, { type: called }),
        fileName: fillPlaceholders(words.papers.plateFile, { type: file }),
        mime: 'image/png',
        bytes: plate(slugOf(type).length),
      },
    ] as const
    for (const { bytes, ...facts } of made)
      papers.push({
        type,
        ...facts,
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
        storageKey: await files.put(Readable.from([bytes])),
      })
  }
  return papers
}

/** Lower-cases the first letter for use within a sentence, except in acronyms. */
const within = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1)
const slugOf = (type: EquipmentKey): string =>
  type.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

type Pen = (title: string, steps: readonly string[]) => Buffer | Promise<Buffer>

/** English needs no embedded fonts, so a first start loads no PDF renderer. */
async function penFor(language: Language): Promise<Pen> {
  if (language === 'en') return pdf
  const { drawGuide } = await import('./drawGuide.ts')
  return (title, steps) => drawGuide(title, steps, language)
}

export async function seedDocuments(
  { db, companyId, now, users, words }: Seed,
  { things }: Campus,
  papers: readonly DemoDocument[],
): Promise<void> {
  const addedBy = users.find(({ role }) => role === 'manager')?.userId ?? users[0]?.userId
  if (addedBy === undefined) return
  const at = new Date(now.getTime() - 90 * DAY)
  const dates = { createdAt: at, updatedAt: at }
  const linked = things.filter(({ type }) => type in words.guides)
  await insertAll(
    db,
    tables.equipmentFile,
    linked.map(({ id, type }) => ({
      ...dates,
      companyId,
      equipmentId: id,
      kind: 'manual' as const,
      name: fillPlaceholders(words.papers.serviceManual, {
        type: within(words.equipment[type]),
      }),
      url: `https://manuals.plantroom.example/${slugOf(type)}`,
      addedBy,
    })),
  )
  const fitting = papers.flatMap(({ type, kind, name, fileName, ...bytes }) => {
    const thing = things.find((one) => one.type === type)
    return thing === undefined ? [] : [{ thing, kind, name, fileName, bytes }]
  })
  const kept = await insertAll(
    db,
    tables.file,
    fitting.map(({ fileName, bytes }) => ({
      ...bytes,
      companyId,
      name: fileName,
      uploadedBy: addedBy,
      keptAt: at,
      createdAt: at,
    })),
  )
  await insertAll(
    db,
    tables.equipmentFile,
    fitting.flatMap(({ thing, kind, name }, index) => {
      const own = kept[index]
      return own === undefined
        ? []
        : [{ ...dates, companyId, equipmentId: thing.id, kind, name, fileId: own.id, addedBy }]
    }),
  )
}

/** One page of A4 with a heading and numbered steps (ISO 32000, the few objects that it needs). */
function pdf(title: string, steps: readonly string[]): Buffer {
  const lines = steps.map((step, at) => `0 -32 Td (${at + 1}.  ${step}) Tj`)
  const page = `BT /F1 26 Tf 72 740 Td (${title}) Tj /F1 15 Tf 0 -16 Td ${lines.join(' ')} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((object, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return place
  })
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`
  return Buffer.from(
    `${text}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}${end}`,
    'latin1',
  )
}

const [WIDE, HIGH] = [320, 200]

function plate(seed: number): Buffer {
  const rows = Buffer.alloc((WIDE * 3 + 1) * HIGH)
  for (let y = 0; y < HIGH; y += 1)
    for (let x = 0; x < WIDE; x += 1) {
      const isLine = y % 28 < 9 && y > 30 && y < 170 && x > 24 && x < 296 - ((y * seed) % 120)
      const shade = isLine ? 60 : 190 + ((x * 7 + y * 3 + seed) % 24)
      rows.fill(shade, y * (WIDE * 3 + 1) + 1 + x * 3, y * (WIDE * 3 + 1) + 4 + x * 3)
    }
  const size = Buffer.alloc(13)
  size.writeUInt32BE(WIDE, 0)
  size.writeUInt32BE(HIGH, 4)
  size.set([8, 2, 0, 0, 0], 8) // eight bits, red green blue
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(kind: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
