import { expect, type Page } from '@playwright/test'
import { arriveAt } from './people.ts'
import { wordsOf, type Language, type Words } from './words.ts'

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

export interface VenueNames {
  building: string
  pump: string
  kind: RegExp
  otherFloor: string
  gateway: string
  room: string
}

/** Collects and refuses all requests to other origins. The caller checks the list. */
export async function stayInside(page: Page, baseURL: string | undefined): Promise<string[]> {
  const outside: string[] = []
  await page.route(
    (url) => /^https?:$/.test(url.protocol) && url.origin !== new URL(baseURL ?? '').origin,
    (route) => {
      outside.push(route.request().url())
      return route.abort()
    },
  )
  return outside
}

export async function withoutPicture(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const real = HTMLCanvasElement.prototype.getContext
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      ...rest: unknown[]
    ) {
      return kind.startsWith('webgl') ? null : Reflect.apply(real, this, [kind, ...rest])
    } as typeof real
  })
}

interface Walk {
  page: Page
  words: Words
  names: VenueNames
  isDrawn: boolean
}

export async function walkTheMap(
  page: Page,
  baseURL: string | undefined,
  language: Language,
  names: VenueNames,
  isDrawn: boolean,
): Promise<void> {
  const walk: Walk = { page, words: wordsOf(language), names, isDrawn }
  const outside = await stayInside(page, baseURL)
  if (!isDrawn) await withoutPicture(page)
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(error.message))
  await arriveAt(page, '/mobile-mapping', 'technician', language)
  await openBuilding(walk)
  await findAndSeeItMove(walk)
  if (isDrawn) await lookInSpace(walk)
  await lookBack(walk)
  await askForTheNearest(walk)
  await switchFloor(walk)
  await placeAndClear(walk)
  expect(outside).toEqual([])
  expect(faults).toEqual([])
}

const mapOf = ({ page, words }: Walk) =>
  page.getByRole('region', { name: words('titles:mapping'), exact: true })
const panelOf = ({ page, words }: Walk) =>
  page.getByRole('region', { name: words('common:details') })

async function pickIn({ page }: Walk, label: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page
    .locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: option })
    .click()
}

async function openBuilding(walk: Walk): Promise<void> {
  const { page, words, names, isDrawn } = walk
  await pickIn(walk, words('map:building'), names.building)
  if (isDrawn) await expect(mapOf(walk).locator('canvas').first()).toBeVisible()
  else await expect(page.getByText(words('map:errorLoading'))).toBeVisible()
}

async function findAndSeeItMove(walk: Walk): Promise<void> {
  const { page, words, names } = walk
  await page.getByLabel(words('map:searchLabel')).first().fill(names.pump.toLowerCase())
  await page.getByRole('link', { name: names.pump }).first().click()
  await expect(panelOf(walk).getByRole('heading', { name: names.pump })).toBeVisible()
  const coordinates = panelOf(walk).getByTestId('coordinates')
  const first = await coordinates.textContent()
  await expect.poll(() => coordinates.textContent(), { timeout: 120_000 }).not.toBe(first)
}

async function lookInSpace(walk: Walk): Promise<void> {
  const { page, words } = walk
  await page.getByText(words('map:space'), { exact: true }).click()
  await expect(mapOf(walk).getByTestId('space').locator('canvas')).toBeVisible()
  await page.getByText(words('map:stacked'), { exact: true }).click()
  await expect(mapOf(walk).getByTestId('space').locator('canvas')).toBeVisible()
  await page.getByText(words('map:flat'), { exact: true }).click()
  await expect(mapOf(walk).getByTestId('space').locator('canvas')).toBeHidden()
}

/**
 * Opens the equipment's position yesterday. The moment can be moved, and the location is also shown
 * as text.
 */
async function lookBack(walk: Walk): Promise<void> {
  const { page, words } = walk
  await panelOf(walk)
    .getByRole('button', { name: words('map:replay') })
    .click()
  const slider = page.getByRole('slider', { name: words('map:moment') })
  await expect(slider).toBeVisible()
  const before = await page.getByTestId('replay-at').textContent()
  await slider.focus()
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('ArrowUp')
  await expect(page.getByTestId('replay-at')).not.toHaveText(before ?? '')
  await expect(page.getByTestId('replay-where')).toHaveText(/\S/)
  await page.getByRole('button', { name: words('map:toLive') }).click()
  await expect(slider).toHaveCount(0)
}

async function askForTheNearest(walk: Walk): Promise<void> {
  const { page, words, names } = walk
  await panelOf(walk)
    .getByRole('link', { name: words('map:nearestUsable') })
    .click()
  const list = page.getByRole('list', { name: words('titles:nearestEquipment') })
  await expect(list.getByRole('listitem').first()).toContainText(names.kind)
  await page.goBack()
  await panelOf(walk)
    .getByRole('button', { name: words('common:close') })
    .first()
    .click()
}

async function switchFloor(walk: Walk): Promise<void> {
  const { page, words, names } = walk
  await pickIn(walk, words('map:floor'), names.otherFloor)
  await expect(page).toHaveURL(/floor=\d+/)
  await page.reload()
  await expect(page.getByTestId('floor')).toContainText(names.otherFloor)
}

/**
 * Places a gateway by a touch on the plan or by a room from the list, clears it, and places it
 * again.
 */
async function placeAndClear(walk: Walk): Promise<void> {
  const { page, words, names, isDrawn } = walk
  await page.getByLabel(words('map:searchLabel')).first().fill(names.gateway)
  await page.getByRole('link', { name: names.gateway }).first().click()
  const panel = panelOf(walk)
  await expect(panel.getByRole('heading', { name: names.gateway })).toBeVisible()
  // Its floor opens when its position, or the room where it is kept, has arrived.
  await expect(page.getByTestId('floor')).not.toContainText(names.otherFloor)
  const begin = panel.getByRole('button', {
    name: new RegExp(`(${words('map:place')}|${words('map:placeAnew')})$`),
  })
  await begin.click()
  if (isDrawn) {
    const canvas = mapOf(walk).locator('canvas').first()
    const place = page.getByRole('button', { name: words('map:placeHere') })
    let tries = 0
    await expect(async () => {
      // A touch that arrives before the picture may select equipment instead.
      if (!(await place.isVisible())) await begin.click({ timeout: 1_500 })
      // Measured for each touch, because the sheet and the map still change their height. The upper
      // part, because the sheet covers the foot of the map.
      const box = await canvas.boundingBox()
      if (box === null) throw new Error('The map is not drawn.')
      const height = [0.28, 0.22, 0.34, 0.16][tries % 4] ?? 0.28
      tries += 1
      await page.mouse.click(box.x + box.width / 2, box.y + box.height * height)
      await expect(place).toBeEnabled({ timeout: 3_000 })
    }).toPass({ timeout: 60_000, intervals: [1_500] })
  } else {
    await page.getByRole('combobox', { name: words('map:room') }).click()
    await page.keyboard.type(names.room)
    await page.keyboard.press('Enter')
  }
  await page.getByRole('button', { name: words('map:placeHere') }).click()
  // Moving a placed gateway needs a confirmation.
  const sure = page.getByRole('dialog').getByRole('button', { name: words('map:placeHere') })
  const placed = page.getByText(words('notices:placed')).first()
  await expect(sure.or(placed)).toBeVisible()
  if (await sure.isVisible()) await sure.click()
  await expect(placed).toBeVisible()
  await expect(panel.getByTestId('coordinates')).toBeVisible()
  await panel.getByRole('button', { name: words('map:clearPlace') }).click()
  // If a plan shows the equipment's storage room, the panel names that room instead.
  const isNowhere = panel.getByText(words('map:noPositionLong'))
  await expect(isNowhere.or(panel.getByText(words('map:keptInRoom')))).toBeVisible()
  await panel.getByRole('button', { name: words('map:undo') }).click()
  await expect(panel.getByTestId('coordinates')).toBeVisible()
}
