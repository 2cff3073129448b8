/**
 * A manager builds a dashboard, shares it, clones a card and opens the rows behind a number: by
 * mouse, by keys, in Hebrew.
 */
import { expect, type Locator, type Page, test } from '@playwright/test'
import { arriveAt } from './people.ts'
import { type Language, type Words, wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'
import { isLongForm } from '#tests/longForm.ts'

interface Walk {
  language: Language
  by: 'mouse' | 'keys'
  name: string
  chapters: [string, string, string]
  cards: readonly [number, number, number]
}
const tenCards = [4, 3, 3] as const
/** Fewer cards suffice to test the keys. */
const fewCards = [2, 1, 1] as const
const walks: readonly Walk[] = [
  {
    language: 'en',
    by: 'mouse',
    name: 'Built by mouse',
    chapters: ['Quality', 'Punctuality', 'Safety'],
    cards: tenCards,
  },
  {
    language: 'en',
    by: 'keys',
    name: 'Built by keys',
    chapters: ['First', 'Second', 'Third'],
    cards: isLongForm ? tenCards : fewCards,
  },
  {
    language: 'he',
    by: 'mouse',
    name: 'לוח חדש',
    chapters: ['איכות', 'זמנים', 'בטיחות'],
    cards: tenCards,
  },
]

for (const variant of variantsOf(walks, 1, 2)) {
  const title = `a dashboard from nothing, ${variant.language}, by ${variant.by}`
  test(title, async ({ page }, { retry, repeatEachIndex }) => {
    test.setTimeout(240_000)
    // A retry finds the data of the first attempt, so each attempt uses its own index.
    const turn = retry + repeatEachIndex
    const walk = { ...variant, name: turn === 0 ? variant.name : `${variant.name} ${turn + 1}` }
    const words = wordsOf(walk.language)
    const act = actor(page, walk.by)
    await arriveAt(page, '/dashboard', 'manager', walk.language)
    await act(page.getByRole('link', { name: words('dashboards:newDashboard'), exact: true }))
    await page.getByLabel(words('common:name'), { exact: true }).fill(walk.name)
    await build(page, words, walk, act)
    await arrange(page, words, walk)
    await narrow(page, words, walk)
    await loseAnswer(page, words, act)
    await act(page.getByRole('button', { name: words('dashboards:saveBoard'), exact: true }))
    await expect(page.getByText(words('notices:dashboardCreated'))).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: walk.name })).toBeVisible()
    await expect(page).toHaveURL(/\/dashboard\/\d+$/)
    await expect(page.getByRole('article')).toHaveCount(sizeOf(walk))
    await share(page, words, act)
    await clone(page, words, walk, act)
    await seesRows(page, words, walk, act)
    await isThereOnce(page, walk)
  })
}

type Act = (target: Locator) => Promise<void>

function actor(page: Page, by: Walk['by']): Act {
  return async (target) => {
    if (by === 'mouse') return target.click()
    await target.focus()
    await page.keyboard.press('Enter')
  }
}

async function loseAnswer(page: Page, words: Words, act: Act): Promise<void> {
  await page.route(
    '**/api/dashboards',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await act(page.getByRole('button', { name: words('dashboards:saveBoard'), exact: true }))
  await expect(page.getByText(words('notices:dashboardFailed'))).toBeVisible()
}

async function isThereOnce(page: Page, { name }: Walk): Promise<void> {
  await page.goto('/dashboard')
  await expect(page.getByRole('link', { name, exact: true })).toHaveCount(1)
}

const cardName = (chapter: string, index: number): string => `${chapter} ${index + 1}`

const sizeOf = ({ cards }: Walk): number => cards.reduce((sum, count) => sum + count, 0)

async function build(page: Page, words: Words, walk: Walk, act: Act): Promise<void> {
  for (const [place, chapter] of walk.chapters.entries()) {
    await act(page.getByRole('button', { name: words('dashboards:addChapter') }))
    const title = page.getByRole('textbox', { name: words('dashboards:chapterTitle') }).nth(place)
    await expect(title).toHaveValue(words('notices:newChapter'))
    await title.fill(chapter)
    for (let index = 0; index < (walk.cards[place] ?? 0); index += 1) {
      await act(
        page.getByRole('button', { name: words('dashboards:addCardTo', { name: chapter }) }),
      )
      const form = page.getByRole('dialog')
      await form.getByLabel(words('common:name'), { exact: true }).fill(cardName(chapter, index))
      if (index === 0) {
        await form.getByRole('combobox', { name: words('dashboards:field.type') }).click()
        await page.getByTitle(words('dashboards:type.averageScore'), { exact: true }).last().click()
      }
      await act(form.getByRole('button', { name: words('common:add'), exact: true }))
      await expect(form).toBeHidden()
    }
  }
  await expect(page.getByRole('textbox', { name: words('dashboards:cardName') })).toHaveCount(
    sizeOf(walk),
  )
}

/** Narrows the first card by two columns, by pulling its end or by keys. */
async function narrow(page: Page, words: Words, { by, chapters, language }: Walk): Promise<void> {
  const end = page.getByRole('slider', {
    name: `${words('dashboards:width')}: ${cardName(chapters[0], 0)}`,
    exact: true,
  })
  await expect(end).toHaveAttribute('aria-valuenow', '6')
  const isRtl = language === 'he'
  if (by === 'mouse') {
    await end.scrollIntoViewIfNeeded()
    const grid = await page.locator('[data-grid]').first().boundingBox()
    const from = await end.boundingBox()
    if (grid === null || from === null) throw new Error('The end of the card is not on screen')
    const columns = (grid.width / 12) * (isRtl ? 2 : -2)
    const [x, y] = [from.x + from.width / 2, from.y + from.height / 2]
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + columns, y, { steps: 6 })
    await page.mouse.up()
    await page.waitForTimeout(100) // clicks within 50 ms of the drop count as part of it
  } else {
    await end.focus()
    await page.keyboard.press(isRtl ? 'ArrowRight' : 'ArrowLeft')
    await page.keyboard.press(isRtl ? 'ArrowRight' : 'ArrowLeft')
  }
  await expect(end).toHaveAttribute('aria-valuenow', '4')
}

/** Moves the second card before the first; undo restores the order, and redo repeats it. */
async function arrange(page: Page, words: Words, { by, chapters }: Walk): Promise<void> {
  const names = page.getByRole('textbox', { name: words('dashboards:cardName') })
  const [first, second] = [cardName(chapters[0], 0), cardName(chapters[0], 1)]
  const handle = page.getByRole('button', {
    name: words('dashboards:drag.handle', { name: second }),
    exact: true,
  })
  const other = page.getByRole('button', {
    name: words('dashboards:drag.handle', { name: first }),
    exact: true,
  })
  await handle.scrollIntoViewIfNeeded()
  const [from, to] = [await handle.boundingBox(), await other.boundingBox()]
  if (from === null || to === null) throw new Error('The handles are not on screen')
  if (by === 'mouse') {
    await page.mouse.move(from.x + 10, from.y + 10)
    await page.mouse.down()
    await page.mouse.move(to.x + 10, to.y + 12, { steps: 12 })
    await page.mouse.up()
    await page.waitForTimeout(100) // for 50 ms after a drop the sensor swallows clicks
  } else {
    await handle.focus()
    await page.keyboard.press('Space')
    await page.waitForTimeout(150) // the sensor starts listening a turn later
    for (let left = Math.abs(from.x - to.x); left > 12; left -= 25)
      await page.keyboard.press(from.x > to.x ? 'ArrowLeft' : 'ArrowRight')
    await page.keyboard.press('Space')
  }
  await expect(names.first()).toHaveValue(second)
  await page.getByRole('button', { name: words('common:undo'), exact: true }).click()
  await expect(names.first()).toHaveValue(first)
  await page.getByRole('button', { name: words('common:redo'), exact: true }).click()
  await expect(names.first()).toHaveValue(second)
}

async function share(page: Page, words: Words, act: Act): Promise<void> {
  await act(page.getByRole('button', { name: words('dashboards:share'), exact: true }))
  const staff = page.getByRole('switch', { name: words('dashboards:shareWith', { name: 'Staff' }) })
  await act(staff)
  await expect(page.getByText(words('notices:permissionsAdded'))).toBeVisible()
  await expect(staff).toBeChecked()
  await act(page.getByRole('button', { name: words('common:close'), exact: true }).first())
}

async function clone(page: Page, words: Words, walk: Walk, act: Act): Promise<void> {
  const name = cardName(walk.chapters[0], 0)
  const menu = page.getByRole('button', {
    name: `${words('common:moreActions')}: ${name}`,
    exact: true,
  })
  await act(menu)
  await page.getByRole('menuitem', { name: words('dashboards:clone') }).click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused()
  await act(
    page.getByRole('dialog').getByRole('button', { name: words('dashboards:clone'), exact: true }),
  )
  await expect(page.getByText(words('notices:cardCloned'))).toBeVisible()
  await expect(
    page.getByRole('article', { name: words('dashboards:copyOf', { name }), exact: true }),
  ).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(sizeOf(walk) + 1)
}

async function seesRows(
  page: Page,
  words: Words,
  { chapters, language }: Walk,
  act: Act,
): Promise<void> {
  const card = page.getByRole('article', { name: cardName(chapters[0], 0), exact: true })
  const pattern = new RegExp(
    words('dashboards:counted').replace(' ', ' ').trim() + '\\s*([\\d.,\u00a0\u202f]+)',
  )
  const counted = Number(
    (pattern.exec((await card.textContent()) ?? '')?.[1] ?? '').replace(/\D/g, ''),
  )
  expect(counted).toBeGreaterThan(100)
  await act(card.getByRole('button', { name: new RegExp(`^${cardName(chapters[0], 0)}:`) }))
  const panel = page.getByRole('complementary', { name: words('common:details') })
  await expect(panel).toContainText(
    new Intl.NumberFormat(language === 'he' ? 'he-IL' : 'en-GB').format(counted),
  )
  await expect(
    panel
      .getByRole('listitem')
      .filter({ has: page.getByRole('link') })
      .first(),
  ).toBeVisible()
  const pages = Math.ceil(counted / 50)
  await panel.getByTitle(String(pages), { exact: true }).click()
  await expect(panel.getByTestId('detail-rows').getByRole('listitem')).toHaveCount(
    counted - (pages - 1) * 50,
  )
}
