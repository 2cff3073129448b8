import { expect, test } from '@playwright/test'
import { arriveAt } from './people.ts'
import { wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

for (const language of variantsOf(['en', 'he'] as const, 0)) {
  test(`an administrator sets how long positions are kept, ${language}`, async ({ page }) => {
    const words = wordsOf(language)
    const days = language === 'en' ? '60' : '75'
    await arriveAt(page, '/management/company', 'administrator', language)
    const field = page.getByLabel(words('tracking:historyDays'), { exact: true })
    const save = page.getByRole('button', { name: words('tracking:save'), exact: true })
    await field.fill('0')
    await save.click()
    await expect(
      page.getByText(words('tracking:historyDaysLimits', { min: '1', max: '3,650' })),
    ).toBeVisible()
    await field.fill(days)
    await save.click()
    await expect(page.getByText(words('notices:changesSaved'))).toBeVisible()
    await page.reload()
    await expect(field).toHaveValue(days)
  })
}
