/**
 * A sealed procedure log: read as a document, given to a person without an account, and verified
 * from its file alone.
 */
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { equipment } from '#contract/equipment/equipment.ts'
import { procedureLogs } from '#contract/procedures/procedureLogs.ts'
import { procedures } from '#contract/procedures/procedures.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

const answer = 'The seal is whole'

async function performSealed(baseURL: string): Promise<number> {
  const api = await signIn(baseURL, people.administrator)
  const one = { body: { limit: 1, sort: 'name' as const } }
  const [type] = (await api.call(referenceLists.listProcedureTypes, one)).rows
  const [thing] = (await api.call(equipment.listEquipment, one)).rows
  const procedure = await api.call(procedures.createProcedure, {
    body: {
      name: `Sealed round ${randomUUID().slice(0, 6)}`,
      typeId: type?.id ?? 0,
      target: 'equipment',
      isSigned: true,
      questions: [
        {
          id: -1,
          kind: 'text',
          title: 'What did you see?',
          help: null,
          required: true,
          answers: [],
          unit: null,
          minimum: null,
          maximum: null,
          numberScore: null,
          visibility: null,
        },
      ],
    },
  })
  const [question] = procedure.questions
  const log = await api.call(procedureLogs.submitProcedureLog, {
    body: {
      clientKey: randomUUID(),
      procedureId: procedure.id,
      procedureVersion: procedure.version,
      equipmentId: thing?.id ?? null,
      locationId: null,
      startedAt: new Date().toISOString(),
      answers: [{ kind: 'text', questionId: question?.id ?? 0, text: answer }],
    },
  })
  return log.id
}

const walks = [
  { language: 'en', width: 1440, height: 900 },
  { language: 'ar', width: 390, height: 844 },
] as const

for (const { language, width, height } of variantsOf(walks, 0))
  test(`a sealed record is read, corrected, exported and checked by its file, ${language}, ${width} px`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const words = wordsOf(language)
    const logId = await performSealed(baseURL ?? '')
    await page.setViewportSize({ width, height })
    await arriveAt(page, '/', 'administrator', language)
    await page.goto(`/signed-log/${logId}`)
    const unchanged = words('signedLogs:verdict.unchanged', { when: '' }).trim()
    await expect(page.getByText(unchanged)).toBeVisible()
    await expect(page.getByText(answer)).toBeVisible()

    await page.getByLabel(words('signedLogs:addendumLabel')).fill('It was the left one')
    await page.getByRole('button', { name: words('signedLogs:seal'), exact: true }).click()
    await expect(page.getByRole('listitem').getByText('It was the left one')).toBeVisible()
    await expect(page.getByText(unchanged)).toBeVisible()

    const pdf = page.waitForEvent('download')
    await page.getByRole('button', { name: words('signedLogs:pdfA4') }).click()
    const paper = await readFile(await (await pdf).path())
    expect(paper.subarray(0, 5).toString()).toBe('%PDF-')
    const json = page.waitForEvent('download')
    await page.getByRole('button', { name: words('signedLogs:json') }).click()
    const record = await readFile(await (await json).path(), 'utf8')
    expect(record).toContain(answer)

    const stranger = await (await browser.newContext({ viewport: { width, height } })).newPage()
    await stranger.goto(`${baseURL}/signed-log/verify`)
    await stranger.getByRole('combobox').selectOption(language)
    const choose = stranger.getByLabel(words('signedLogs:verify.choose'))
    const given = (name: string, mimeType: string, buffer: Buffer) => ({ name, mimeType, buffer })
    await choose.setInputFiles(given('record.pdf', 'application/pdf', paper))
    await expect(stranger.getByText(unchanged).first()).toBeVisible()
    const forged = record.replaceAll(answer, 'The seal is torn')
    await choose.setInputFiles(given('record.json', 'application/json', Buffer.from(forged)))
    await expect(stranger.getByText(words('signedLogs:verdict.broken'))).toBeVisible()
    await choose.setInputFiles(given('letter.json', 'application/json', Buffer.from('{}')))
    await expect(stranger.getByText(words('signedLogs:verify.notARecord'))).toBeVisible()
    await stranger.context().close()
  })

test('an address of a record that nobody may see says so, and one that is old asks to sign in', async ({
  page,
  baseURL,
}) => {
  const words = wordsOf('en')
  const logId = await performSealed(baseURL ?? '')
  await page.goto(`/signed-log/${logId}?open=1.notasignature`)
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(page.getByText(answer)).toHaveCount(0)
  await arriveAt(page, '/', 'otherCompany')
  await page.goto(`/signed-log/${logId}`)
  await expect(page.getByText(words('signedLogs:notThere'))).toBeVisible()
})
