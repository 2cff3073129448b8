import type { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** Starts at once. The stream ends when `fill` is done, or with its error. */
export function zipStream(fill: (zip: ZipFile) => Promise<void>): Readable {
  const zip = new ZipFile()
  // yazl declares a bare stream; it is a PassThrough
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  fill(zip).then(
    () => zip.end(),
    (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return output
}
