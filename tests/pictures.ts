/** Valid pictures of one colour and any size, created row by row. */
import { crc32, createDeflate } from 'node:zlib'

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}

/** With transparency. `rows`: rows of data, if the header declares another height. */
export async function pngOf(width: number, height: number, rows = height): Promise<Buffer> {
  const row = Buffer.alloc(1 + width * 4, 200)
  row[0] = 0
  const deflate = createDeflate({ level: 9 })
  const parts: Buffer[] = []
  const done = new Promise((resolve) => deflate.on('end', resolve))
  deflate.on('data', (part: Buffer) => parts.push(part))
  for (let at = 0; at < rows; at += 1)
    if (!deflate.write(row)) await new Promise((resolve) => deflate.once('drain', resolve))
  deflate.end()
  await done
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  header[9] = 6 // red, green, blue, alpha
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.concat(parts)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
