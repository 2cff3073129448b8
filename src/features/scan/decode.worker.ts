/// <reference lib="webworker" />
/**
 * Reads the codes in a picture, beside the page: WebAssembly, which the page's own policy does not
 * allow (server/app.ts), and which never keeps the page waiting.
 */
import { prepareZXingModule } from 'barcode-detector/ponyfill'
import program from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readPicture } from './detector.ts'
import type { FromReader, ToReader } from './reader.ts'

declare const self: DedicatedWorkerGlobalScope

// Of our own build: the library would fetch it from another host.
prepareZXingModule({ overrides: { locateFile: () => program } })

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  void read(data).then((answer) => self.postMessage(answer))
}

async function read(picture: ToReader): Promise<FromReader> {
  try {
    return await readPicture(picture)
  } catch {
    return { failed: true } // the program did not come, or cannot run here
  } finally {
    picture.close()
  }
}
