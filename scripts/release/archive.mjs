/** A tar archive (ustar) with the same bytes for the same files: sorted, one time, one owner. */
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { gzipSync } from 'node:zlib'

const BLOCK = 512
const textsInHeader = [
  [257, 'ustar\0' + '00'],
  [265, 'root'],
  [297, 'root'],
]

/** The files below `folder`, under the folder `name`. `seconds`: their time since 1970. */
export function tarGz(folder, name, seconds) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => ({ path, name: `${name}/${relative(folder, path).split(sep).join('/')}` }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const parts = files.flatMap(({ path, name: inside }) => {
    const content = readFileSync(path)
    const rest = (BLOCK - (content.length % BLOCK)) % BLOCK
    return [headerOf(inside, content, seconds), content, Buffer.alloc(rest)]
  })
  const zipped = gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 })
  zipped[9] = 255 // the byte for the operating system that packed it
  return zipped
}

function headerOf(path, content, seconds) {
  const { prefix, name } = splitPath(path)
  const header = Buffer.alloc(BLOCK)
  const octal = (value, at, digits) => header.write(value.toString(8).padStart(digits, '0'), at)
  header.write(name, 0)
  header.write(prefix, 345)
  octal(content.subarray(0, 2).toString() === '#!' ? 0o755 : 0o644, 100, 7)
  octal(0, 108, 7)
  octal(0, 116, 7)
  octal(content.length, 124, 11)
  octal(seconds, 136, 11)
  header.write('        ', 148)
  header.write('0', 156)
  for (const [at, text] of textsInHeader) header.write(text, at)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** A name has 100 bytes, and its folders 155 more. */
export function splitPath(path) {
  const length = Buffer.byteLength(path)
  if (length <= 100) return { prefix: '', name: path }
  for (let at = path.indexOf('/'); at !== -1; at = path.indexOf('/', at + 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)]
    if (Buffer.byteLength(name) <= 100 && Buffer.byteLength(prefix) <= 155) return { prefix, name }
  }
  throw new Error(`The path is too long for the archive: ${path}`)
}
