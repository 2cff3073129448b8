import { z } from 'zod'
import { mutation, query } from './endpoint.ts'
import { id, idParam } from './ids.ts'

export const FILE_MAXIMUM = 15 * 1024 * 1024

export const files = {
  uploadFile: mutation({
    method: 'POST',
    path: '/api/files',
    access: 'session',
    summary: 'Keep one file (multipart, field `file`)',
    wire: 'upload',
    transaction: 'none',
    response: z.object({
      id: id('file'),
      name: z.string(),
      mime: z.string(),
      size: z.number().int(),
    }),
    writes: [],
  }),
  getFile: query({
    method: 'GET',
    path: '/api/files/{id}',
    access: 'session',
    summary: 'The bytes of one file',
    wire: 'stream',
    params: z.object({ id: idParam('file') }),
    response: z.string(),
    reads: [],
  }),
}
