/** The checkout's own folder. */
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
