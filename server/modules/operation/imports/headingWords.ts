import { headingAsTyped } from '#contract/headingAsTyped.ts'
import {
  importExtras,
  importFields,
  type ImportField,
  type ImportKind,
  type ImportMapping,
} from '#contract/imports.ts'
import type { Language } from '#contract/languages.ts'
import { fold } from '#contract/rules/fold.ts'
import { fieldLabelKey } from '#contract/rules/fieldLabelKey.ts'
import ar from '../../../../locales/ar/entities.json'
import cs from '../../../../locales/cs/entities.json'
import en from '../../../../locales/en/entities.json'
import he from '../../../../locales/he/entities.json'
import ru from '../../../../locales/ru/entities.json'
import sk from '../../../../locales/sk/entities.json'

type Target = ImportMapping['columns'][number]

const locales = { en, he, ar, ru, cs, sk } satisfies Record<Language, unknown>

/** Normalises names: `equipmentId`, `Equipment ID` and `equipment_id` are equal. */
export const normaliseKey = (name: string): string =>
  headingAsTyped(name)
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')

/** Removes case, marks, spaces and punctuation of a heading: `Umisteni` equals `Umístění`. */
export const normaliseHeading = (heading: string): string =>
  fold(normaliseKey(heading)).replaceAll(/\p{P}/gu, '')

const words = new Map<string, ReadonlySet<string>>()
for (const kind of Object.keys(importFields) as ImportKind[])
  for (const field of [...importFields[kind], ...importExtras[kind]])
    words.set(
      `${kind}.${field}`,
      new Set(
        [field, ...Object.values(locales).map((locale) => locale[fieldLabelKey(kind, field)])].map(
          normaliseHeading,
        ),
      ),
    )

export const fieldLabel = (language: Language, kind: ImportKind, field: ImportField): string =>
  locales[language][fieldLabelKey(kind, field)]

export const isNamed = (kind: ImportKind, field: Target, heading: string): boolean =>
  words.get(`${kind}.${field}`)?.has(normaliseHeading(heading)) === true
