import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { and, eq } from 'drizzle-orm'
import { FILE_MAXIMUM, files as contract } from '#contract/files.ts'
import * as tables from '#db/schema/index.ts'
import { badInput, refuseNotFound } from '#kernel/http/errors.ts'
import type { Kernel } from '#kernel/kernel.ts'
import type { Handlers } from '#kernel/http/mount.ts'
import { HEAD, mimeOf } from '#contract/rules/fileContent.ts'
import { PICTURE_PIXELS, PictureSizeReader, pixelsOf } from '#contract/rules/pictureSize.ts'
import { readableFiles, type FileUse } from './readableFiles.ts'
import { refuseTooManyPendingUploads } from './pendingUploads.ts'

/**
 * Types that a browser may display inline; everything else is only downloaded. SVG is excluded
 * because it can contain scripts.
 */
const shownInline = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/gif',
  'application/pdf',
])

export function fileHandlers(kernel: Kernel, uses: readonly FileUse[]): Handlers<typeof contract> {
  return {
    async uploadFile(scope, { wire }) {
      await refuseTooManyPendingUploads(scope)
      const upload = await wire.upload(FILE_MAXIMUM)
      const hash = createHash('sha256')
      let size = 0
      let head: Buffer = Buffer.alloc(0)
      const picture = new PictureSizeReader()
      const measure = new Transform({
        transform(chunk: Buffer, _encoding, done) {
          if (head.length < HEAD) head = Buffer.concat([head, chunk]).subarray(0, HEAD)
          size += chunk.length
          picture.push(chunk)
          hash.update(chunk)
          done(null, chunk)
        },
      })
      const [storageKey] = await Promise.all([
        kernel.files.put(measure),
        pipeline(upload.bytes, measure),
      ])
      if (upload.tooLarge() || size === 0) {
        await kernel.files.remove(storageKey)
        throw badInput(
          'body.file',
          size === 0 ? 'empty' : 'tooLarge',
          size === 0
            ? 'The file is empty.'
            : `A file may have at most ${FILE_MAXIMUM / 1024 / 1024} MB.`,
        )
      }
      if (picture.size !== null && pixelsOf(picture.size) > PICTURE_PIXELS) {
        await kernel.files.remove(storageKey)
        throw badInput(
          'body.file',
          'tooManyPixels',
          `A picture may have at most ${PICTURE_PIXELS / 1e6} million pixels.`,
        )
      }
      const uploadedBy = scope.actor.userId
      if (uploadedBy === null) throw new Error('Only people upload')
      const mime = mimeOf(upload.mime, head)
      const [row] = await scope.transaction(({ db, actor }) =>
        db
          .insert(tables.file)
          .values({
            companyId: actor.companyId,
            name: upload.name,
            mime,
            size,
            sha256: hash.digest('hex'),
            storageKey,
            uploadedBy,
            createdAt: scope.clock.now(),
          })
          .returning(),
      )
      if (!row) throw new Error('The file was not kept')
      return { id: row.id, name: row.name, mime: row.mime, size: row.size }
    },
    async getFile(scope, { params, wire }) {
      const [row] = await scope.db
        .select()
        .from(tables.file)
        .where(and(eq(tables.file.id, params.id), readableFiles(scope, uses)))
      if (!row) throw refuseNotFound('file')
      return wire.download({
        name: row.name,
        mime: shownInline.has(row.mime) ? row.mime : 'application/octet-stream',
        bytes: await kernel.files.get(row.storageKey, row.size),
        inline: shownInline.has(row.mime),
      })
    },
  }
}
