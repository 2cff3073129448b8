// @vitest-environment node
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importKinds } from '#contract/imports.ts'
import { templateFile } from '../src/features/imports/templateFile.ts'
import { changeLanguage, i18n, startI18n } from '#lib/i18n/i18n.ts'
import { languages } from '#lib/i18n/languages.ts'
import type { Translate } from '#lib/i18n/translate.ts'
import { openTestAppWithFixtures } from './fixturesTemplate.ts'
import { importSteps } from './importSteps.ts'
import type { TestApp } from './testApp.ts'

let testApp: TestApp
let token: string
beforeAll(async () => {
  ;({ testApp, token } = await openTestAppWithFixtures())
  await uploadAndWrite('equipment', 'asset no,name,type\nEQ-1001,Pump,Pump\n')
  await uploadAndWrite('locations', 'code,name,type\nR-204,Room,Room\n')
})
afterAll(() => testApp.close())
const { uploadAndCheck, uploadAndWrite } = importSteps(() => ({ testApp, token }))

it.each(languages)('the import template can be imported in %s', async (language) => {
  await startI18n(language, ['common', 'imports', 'entities'])
  await changeLanguage(language)
  // the page's types describe the same function
  const t = i18n.getFixedT(language, ['imports', 'entities', 'common']) as unknown as Translate<
    ['imports', 'entities', 'common']
  >
  for (const kind of importKinds) {
    const job = await uploadAndCheck(kind, templateFile(kind, t))
    expect(job.mapping.columns, kind).not.toContain('detail')
    expect(job.mapping.columns, kind).not.toContain('ignore')
    const faults = job.faults.filter(
      ({ code }) => !['unknownType', 'unknownName', 'unknownMeter'].includes(code),
    )
    expect(faults, kind).toEqual([])
  }
})
