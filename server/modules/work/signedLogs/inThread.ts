import { drawTask, scaleTask, type Drawing } from './drawTask.ts'

export { drawTask, scaleTask }

export const drawInThread = async (drawing: Drawing): Promise<Uint8Array> =>
  (await import('./draw.ts')).drawSignedLog(drawing)

export const scaleInProcess = async (bytes: Uint8Array): Promise<Uint8Array> =>
  (await import('./scale.ts')).scalePicture(bytes)
