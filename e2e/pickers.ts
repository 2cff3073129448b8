import { expect, type Page } from '@playwright/test'

/** Types into a picker, waits until the answer stands under the cursor, and takes it with the keyboard. */
export async function choose(page: Page, label: string, name: string): Promise<void> {
  const box = page.getByRole('combobox', { name: label }).last()
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
