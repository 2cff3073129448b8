/** What the thread does for signed logs. What draws is large: it is read when something is drawn. */
import { drawTask, type Drawing } from './drawTask.ts'

export { drawTask }

export const drawInThread = async (drawing: Drawing): Promise<Uint8Array> =>
  (await import('./draw.ts')).drawSignedLog(drawing)
