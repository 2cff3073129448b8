/** What the process does for signed logs. What draws is large: it is read when something is drawn. */
import { drawTask, scaleTask, type Drawing } from './drawTask.ts'

export { drawTask, scaleTask }

export const drawInThread = async (drawing: Drawing): Promise<Uint8Array> =>
  (await import('./draw.ts')).drawSignedLog(drawing)

export const scaleInProcess = async (bytes: Uint8Array): Promise<Uint8Array> =>
  (await import('./scale.ts')).scalePicture(bytes)
