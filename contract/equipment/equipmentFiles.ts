import { z } from 'zod'
import { mutation, query } from '#contract/endpoint.ts'
import { id, idParam } from '#contract/ids.ts'
import { instant, listAnswer, listQuestion, name, version } from '#contract/shapes.ts'

export const equipmentFileKinds = [
  'manual',
  'certificate',
  'drawing',
  'photo',
  'contract',
  'other',
] as const
export type EquipmentFileKind = (typeof equipmentFileKinds)[number]

/** Per equipment, without removed files. */
export const MAX_EQUIPMENT_FILES = 200
/** Days in which a removed file can be restored; then its bytes are deleted. */
export const EQUIPMENT_FILE_KEPT_DAYS = 1

/** Parses as a browser does: `https:\\user:pw@host` is accepted too. */
const namesNobody = (value: string): boolean => {
  if (!URL.canParse(value)) return true // an invalid URL is reported by another check
  const { username, password } = new URL(value)
  return username === '' && password === ''
}

/** HTTPS only, and without a user name or password, because every reader sees the link. */
const link = z
  .url({ protocol: /^https$/ })
  .max(2_000)
  .refine(namesNobody, 'No password in the address')
  .refine(
    (value) => !/[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u.test(value),
    'Not an address',
  )
  .meta({ example: 'https://manuals.sample.test/pump' })

export const equipmentFileRow = z.object({
  id: id('equipmentFile'),
  equipmentId: id('equipment'),
  kind: z.enum(equipmentFileKinds),
  name: z.string(),
  file: z
    .object({ id: id('file'), name: z.string(), mime: z.string(), size: z.number().int() })
    .nullable(),
  url: z.string().nullable(),
  addedBy: z.object({ id: id('user'), name: z.string() }),
  createdAt: instant,
  version,
})
export type EquipmentFileRow = z.infer<typeof equipmentFileRow>

const one = z.object({ id: idParam('equipmentFile') })
const said = { kind: z.enum(equipmentFileKinds), name }
const writes = ['EquipmentFile', 'Journal'] as const

export const equipmentFiles = {
  listEquipmentFiles: query({
    method: 'POST',
    path: '/api/equipment-files/get',
    access: 'session',
    summary: 'Files and links of one equipment, for who may see it',
    body: listQuestion(['name', 'createdAt'])
      .extend({ equipmentId: id('equipment'), kind: z.enum(equipmentFileKinds).optional() })
      .strict(),
    response: listAnswer(equipmentFileRow),
    reads: ['EquipmentFile'],
  }),
  addEquipmentFile: mutation({
    method: 'POST',
    path: '/api/equipment-files',
    access: 'can:editor|equipment',
    summary: 'Keep one’s own upload with an equipment',
    body: z.strictObject({
      equipmentId: id('equipment'),
      ...said,
      /** A new upload by the same user, not attached to anything else. */
      fileId: id('file'),
    }),
    response: equipmentFileRow,
    writes,
  }),
  addEquipmentLink: mutation({
    method: 'POST',
    path: '/api/equipment-files/link',
    access: 'can:editor|equipment',
    summary: 'Keep an address with an equipment',
    body: z.strictObject({ equipmentId: id('equipment'), ...said, url: link }),
    response: equipmentFileRow,
    writes,
  }),
  updateEquipmentFile: mutation({
    method: 'PUT',
    path: '/api/equipment-files/{id}',
    access: 'can:editor|equipment',
    summary: 'Another name or kind; of a link another address too',
    params: one,
    body: z.strictObject({
      kind: said.kind.optional(),
      name: name.optional(),
      url: link.optional(),
      version,
    }),
    response: equipmentFileRow,
    writes,
  }),
  removeEquipmentFile: mutation({
    method: 'DELETE',
    path: '/api/equipment-files/{id}',
    access: 'can:editor|equipment',
    summary: 'Take one off; for a day it can be put back',
    params: one,
    response: z.object({ removed: z.literal(true) }),
    writes,
  }),
  restoreEquipmentFile: mutation({
    method: 'POST',
    path: '/api/equipment-files/{id}/restore',
    access: 'can:editor|equipment',
    summary: 'Put back what was taken off',
    params: one,
    response: equipmentFileRow,
    writes,
  }),
}
