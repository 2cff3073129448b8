import { expect, test } from '@playwright/test'
import { procedures } from '#contract/procedures/procedures.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { signIn } from '#tests/apiClient.ts'
import { arriveAt, people } from './people.ts'
import { type Language, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

for (const language of variantsOf(['en', 'ar'] satisfies Language[], 0))
  test(`keys lead to screens, begin a ticket and find again what was opened (${language})`, async ({
    page,
  }) => {
    const words = wordsOf(language)
    const screen = (title: string) =>
      page.getByRole('heading', { level: 1, name: words(`titles:${title}`), exact: true })
    await arriveAt(page, '/equipment', 'administrator', language)
    await expect(screen('equipment')).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.locator('a:focus')).toHaveCSS('outline-style', 'solid')

    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await expect(page).toHaveURL(/\/tickets/)

    await page.keyboard.press('Shift+?')
    const keys = page.getByRole('dialog', { name: words('shell:keys.title') })
    await expect(keys.getByText(words('titles:equipment'), { exact: true })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toHaveCount(1)
    await keys.getByRole('switch').click()
    await expect(keys.getByRole('switch')).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(keys).toBeHidden()
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.keyboard.press('Control+k')
    const field = page.getByRole('combobox', { name: words('shell:searchEverything') })
    await field.fill(words('shell:keys.title'))
    await page.keyboard.press('Enter')
    await keys.getByRole('switch').click()
    await page.keyboard.press('Escape')
    await expect(page).toHaveURL(/\/tickets/) // the shortcuts g and e are switched off

    await page.keyboard.press('Control+k')
    await field.fill(words('shell:verb.newTicket').split(' ').toReversed().join(' '))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/tickets\?.*new=1/)
    const draft = page.getByRole('complementary', { name: words('common:details') })
    await expect(draft.getByRole('textbox').first()).toBeFocused() // the address changes before the form is drawn
    const title = draft.getByText(words('tickets:column.title'), { exact: true })
    const mark = await title.evaluate((label) => getComputedStyle(label, '::after').content)
    expect(mark, 'what must be filled in is marked').toContain('*')
    await draft.getByRole('button', { name: words('common:cancel') }).click()
    await expect(page).not.toHaveURL(/new=1/)

    await page.keyboard.press('Control+k')
    await field.fill(words('titles:retention'))
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/management\/retention/)

    await page.goto('/equipment?page=99999')
    await page.getByRole('button', { name: words('common:lastPage') }).click()
    await expect(screen('equipment')).toBeVisible()
    await expect(page.getByTestId('skeleton')).toHaveCount(0)
    await expect(page.getByRole('row').nth(1)).toBeVisible()
    await page.keyboard.press('Control+k')
    await field.fill('pump')
    const found = page.getByRole('option').first()
    await expect(found).toContainText(/pump/i)
    const name = await found.locator('bdi').first().innerText()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/id=\d+/)
    await page.goto('/procedure')
    await expect(screen('procedures')).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('option').first()).toContainText(name)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/id=\d+/)

    await expect(draft).toContainText(name)
    await page.emulateMedia({ media: 'print' })
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
    await expect(page.getByRole('search')).toHaveCount(0)
    await expect(draft).toBeVisible()
    await expect(draft.getByRole('button', { name: words('common:close') })).toBeHidden()
  })

test('after a save the keyboard is beside the button that can be pressed no more', async ({
  page,
  baseURL,
}) => {
  const words = wordsOf('en')
  const api = await signIn(baseURL ?? '', people.administrator)
  const types = await api.call(referenceLists.listProcedureTypes, { body: { limit: 1 } })
  const [type] = types.rows
  if (type === undefined) throw new Error('The demo company has no procedure type.')
  const { id } = await api.call(procedures.createProcedure, {
    body: { name: 'Saved by keys', typeId: type.id, target: 'either', questions: [] },
  })
  await arriveAt(page, `/procedure/${id}/edit`, 'administrator', 'en')
  await page.getByLabel(words('procedures:editor.name'), { exact: true }).fill('Saved by Enter')
  const save = page.getByRole('button', { name: words('procedures:editor.save'), exact: true })
  await save.focus()
  await page.keyboard.press('Enter')
  await expect(save).toBeDisabled()
  await expect(page.locator('main *:focus').locator(save)).toBeVisible()
})

test('no field of a long form comes under the bar that stays at its foot', async ({ page }) => {
  const words = wordsOf('en')
  await page.setViewportSize({ width: 1280, height: 850 })
  await arriveAt(page, '/tickets?new=1', 'administrator', 'en')
  const form = page.getByRole('complementary', { name: words('common:details') }).locator('form')
  const send = form.getByRole('button', { name: words('tickets:openTicket') })
  await expect(form.getByRole('textbox').first()).toBeFocused()
  const bar = await send.boundingBox()
  for (let field = 0; field < 20; field += 1) {
    await page.keyboard.press('Tab')
    if (await send.evaluate((button) => button === document.activeElement)) break
    const box = await page.locator('*:focus').boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThan(bar?.y ?? 0)
  }
  await expect(send).toBeFocused()
})
