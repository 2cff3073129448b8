/// <reference lib="webworker" />
/**
 * Decodes pictures in a worker: it needs WebAssembly, which the page's CSP forbids (server/app.ts),
 * and it must not block the page.
 */
import { prepareZXingModule } from 'zxing-wasm/reader'
import program from 'zxing-wasm/reader/zxing_reader.wasm?url'
import { readPicture } from './detector.ts'
import type { FromReader, ToReader } from './reader.ts'

declare const self: DedicatedWorkerGlobalScope

// Served from our own build. By default the library fetches it from another host.
prepareZXingModule({ overrides: { locateFile: () => program } })

self.onmessage = ({ data }: MessageEvent<ToReader>) => {
  void read(data).then((answer) => self.postMessage(answer))
}

async function read(picture: ToReader): Promise<FromReader> {
  try {
    return { codes: await readPicture(picture) }
  } catch {
    return { failed: true } // the WebAssembly did not load, or cannot run here
  } finally {
    picture.close()
  }
}
