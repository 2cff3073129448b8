/** The root folder of the checkout. */
import { join } from 'node:path'

export const root = join(import.meta.dirname, '..')
