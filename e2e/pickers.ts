import { expect, type Page } from '@playwright/test'

/** Types into a picker, waits for the highlighted answer, and selects it by keyboard. */
export async function choose(
  page: Page,
  label: string,
  name: string,
  { exact = false } = {},
): Promise<void> {
  const box = page.getByRole('combobox', { name: label, exact }).last()
  await box.fill(name)
  const current = async () => {
    const id = await box.getAttribute('aria-activedescendant')
    const option = page.locator(`[id="${id}"]`)
    if (id === null || (await option.count()) === 0) return ''
    return (await option.getAttribute('aria-label')) ?? (await option.textContent()) ?? ''
  }
  await expect.poll(current).toContain(name)
  await box.press('Enter')
}

export async function choosePlace(page: Page, label: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label })
  const offered = page.locator('.ant-select-tree').last()
  await box.click()
  await expect(offered.getByText('St. Brigid campus')).toBeVisible()
  await box.fill(name)
  await offered
    .getByText(new RegExp(`^${name}`))
    .first()
    .click()
}

/**
 * Selects a day and a time in the calendar, because phones do not allow typing. `moment`:
 * 2026-12-24T08:00, not far ahead.
 */
export async function chooseMoment(page: Page, label: string, moment: string): Promise<void> {
  const [day = '', time = ''] = moment.split('T')
  const field = page.getByLabel(label, { exact: true })
  await field.click()
  const calendar = page.locator('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)').last()
  const cell = calendar.locator(`td[title="${day}"].ant-picker-cell-in-view`)
  await expect(async () => {
    if ((await cell.count()) === 0)
      await calendar.locator('.ant-picker-header-next-btn').click({ timeout: 2_000 })
    await expect(cell).toBeVisible({ timeout: 500 })
  }).toPass({ timeout: 20_000 })
  await cell.click()
  for (const [column, part] of time.split(':').entries()) {
    await calendar
      .locator('.ant-picker-time-panel-column')
      .nth(column)
      .getByText(part, { exact: true })
      .click()
  }
  await page.getByRole('heading', { level: 1 }).click() // Enter would submit the form, so the test clicks the heading
  await expect(calendar).toBeHidden()
}
