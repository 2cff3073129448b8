import { importExtras, importFields, importKinds } from '#contract/imports.ts'
import { normaliseKey } from './headingWords.ts'
import { headingWeight } from './headingWeight.ts'
import { shapes } from './shapes/shapes.ts'

const ofShapes = new Set(shapes.flatMap(({ columns }) => Object.keys(columns).map(normaliseKey)))

export const isKnownHeading = (text: string): boolean =>
  ofShapes.has(normaliseKey(text)) ||
  importKinds.some((kind) =>
    [...importFields[kind], ...importExtras[kind]].some(
      (field) => headingWeight(kind, field, text) !== null,
    ),
  )
