import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const worthIt = /\.(js|css|svg|json|html|webmanifest)$/

export async function compressFiles(folder) {
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => worthIt.test(name))
    .map((name) => join(folder, name))
  await Promise.all(
    files.map(async (file) => {
      const content = await readFile(file)
      if (content.length < 1024) return
      const brotli = {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 9,
          [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
        },
      }
      await Promise.all([
        writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 })),
        writeFile(`${file}.br`, await promisify(brotliCompress)(content, brotli)),
      ])
    }),
  )
}
