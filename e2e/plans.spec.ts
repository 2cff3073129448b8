/**
 * A building that exists only as a PDF becomes a floor with twelve rooms, doors and gateways on the
 * live map, in English and Hebrew.
 */
import { expect, test, type Page } from '@playwright/test'
import { devices } from '#contract/devices/devices.ts'
import { equipment } from '#contract/equipment/equipment.ts'
import { locations } from '#contract/locations/locations.ts'
import { referenceLists } from '#contract/referenceLists/referenceLists.ts'
import { rtls } from '#contract/rtls/rtls.ts'
import { type Api, signIn } from '#tests/apiClient.ts'
import { people, arriveAt } from './people.ts'
import { planPdf } from './planPdf.ts'
import { wordsOf } from './words.ts'
import { variantsOf } from './variants.ts'

/** Ten points are a metre: two rows of six rooms of 10 × 7 m, with a corridor of 3 m between. */
const rows = [100, 200].flatMap((y) =>
  Array.from({ length: 6 }, (_, index) => ({ x: 100 + index * 100, y, wide: 100, deep: 70 })),
)
const pdf = planPdf(800, 400, rows, 'Pavilion, ground floor')

async function spotOf(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  return page.getByTestId('plan-stage').evaluate(
    (stage: SVGSVGElement, [across, up]) => {
      const matrix = stage.getScreenCTM()
      const at = new DOMPoint(across, -(up ?? 0)).matrixTransform(matrix ?? undefined)
      return { x: at.x, y: at.y }
    },
    [x, y],
  )
}
async function press(page: Page, x: number, y: number): Promise<void> {
  const at = await spotOf(page, x, y)
  await page.mouse.click(at.x, at.y)
}
async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [a, b] = [await spotOf(page, ...from), await spotOf(page, ...to)]
  await page.mouse.move(a.x, a.y)
  await page.mouse.down()
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2)
  await page.mouse.move(b.x, b.y)
  await page.mouse.up()
}

async function gatewaysOf(api: Api, mark: string): Promise<string[]> {
  const [type] = (await api.call(referenceLists.listEquipmentTypes, { body: { limit: 1 } })).rows
  const [model] = (await api.call(devices.getGatewayTypes)).rows
  const names = [`${mark} radio 1`, `${mark} radio 2`]
  for (const [index, name] of names.entries()) {
    const thing = await api.call(equipment.createEquipment, {
      body: { name, typeId: type?.id ?? 0 },
    })
    const mac = `02${String(Date.now() % 1e9).padStart(9, '0')}${index}`
    await api.call(devices.createGateway, {
      body: { mac, typeId: model?.id ?? 0, equipmentId: thing.id, correction: 0, isActive: true },
    })
  }
  return names
}

for (const language of variantsOf(['en', 'he'] as const, 1)) {
  test(`an administrator turns a PDF into a floor with twelve rooms, doors and gateways in ${language}`, async ({
    page,
    baseURL,
  }) => {
    test.setTimeout(180_000)
    const words = wordsOf(language)
    const api = await signIn(baseURL ?? '', people.administrator)
    const mark = Date.now().toString(36)
    const house = `Pavilion ${mark}`
    const radios = await gatewaysOf(api, mark)
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.setViewportSize({ width: 1440, height: 900 })
    await arriveAt(page, '/mapping', 'administrator', language)
    await page.getByRole('button', { name: words('map:plans') }).click()
    await page.getByRole('menuitem', { name: words('map:drawBuilding') }).click()

    // Calibrates the plan under the sheet: sixty metres between two points.
    await page.getByLabel(words('plans:buildingName')).fill(house)
    await page.getByRole('button', { name: words('plans:layPicture') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'broken.pdf',
      mimeType: 'application/pdf',
      buffer: Buffer.from('%PDF-'),
    })
    await expect(dialog.getByText(words('plans:pictureFault.unreadable'))).toBeVisible()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'pavilion.pdf', mimeType: 'application/pdf', buffer: pdf })
    const number = async (key: string, values: Record<string, string | number>, value: string) => {
      const field = dialog.getByLabel(words(key, values))
      await field.fill(value)
      await field.press('Tab')
    }
    const axes = [words('plans:axisX'), words('plans:axisY')]
    for (const [point, [x, y]] of [
      ['100', '300'],
      ['700', '300'],
    ].entries()) {
      await number('plans:pointAxis', { number: point + 1, axis: axes[0] ?? '' }, x ?? '')
      await number('plans:pointAxis', { number: point + 1, axis: axes[1] ?? '' }, y ?? '')
    }
    await number('plans:trueLength', {}, '60')
    await dialog.getByRole('button', { name: words('plans:layDo') }).click()
    await expect(page.getByTestId('plan-picture')).toBeVisible()

    await page.getByLabel(words('plans:makeAllPlaces')).check()
    await page.getByRole('combobox', { name: words('plans:placeType') }).click()
    await page.locator('.ant-select-item-option').first().click()

    // Draws a room with its opening and five numbered copies, and the same across the corridor.
    const rooms = page.getByTestId('drawn-room')
    const tool = (name: string) =>
      page
        .getByRole('group', { name: words('plans:tools') })
        .getByRole('button', { name: words(`plans:tool.${name}`), exact: true })
        .click()
    for (const [row, y, door] of [
      [0, 10, 17],
      [1, 20, 20],
    ] as const) {
      await tool('room')
      await drag(page, [10, y], [20, y + 7])
      await expect(rooms).toHaveCount(row * 6 + 1)
      await tool('door')
      await press(page, 15, door)
      await tool('select')
      await press(page, 12, y + 2)
      const form = page.getByTestId('room-form')
      await form.getByRole('button', { name: words('plans:copy') }).click()
      const times = page.getByLabel(words('plans:copyTimes'))
      await times.fill('5')
      await times.press('Tab')
      await page.getByRole('button', { name: words('plans:copyDo', { count: 5 }) }).click()
      await expect(rooms).toHaveCount(row * 6 + 6)
    }
    await page.getByRole('button', { name: words('common:undo') }).click()
    await expect(rooms).toHaveCount(7)
    await page.getByRole('button', { name: words('common:redo') }).click()
    await expect(rooms).toHaveCount(12)
    await tool('stairs')
    await press(page, 65, 23)

    await page.getByRole('button', { name: /0\.05/ }).click()
    await page.getByTestId('room-form').getByLabel(words('common:name')).fill('Workshop')

    await page.waitForTimeout(600) // a draft is stored a moment after the last keystroke
    await page.reload()
    await expect(page.getByText(words('plans:keptDraft'))).toBeVisible()
    await expect(rooms).toHaveCount(12)
    await expect(page.getByTestId('plan-picture')).toBeVisible()

    for (const [index, name] of radios.entries()) {
      await page.getByRole('tab', { name: words('plans:floorTab') }).click()
      await page.getByRole('combobox', { name: words('plans:freeGateway') }).fill(name)
      await page.locator('.ant-select-item-option').filter({ hasText: name }).click()
      await press(page, 30 + index * 20, 18.5)
    }
    await page.getByRole('button', { name: words('plans:savePlan') }).click()
    await expect(page.getByText(words('plans:saved'))).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: words('plans:versions') }).click()
    await expect(page.getByRole('dialog').getByText(words('plans:how.drawn'))).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: words('plans:seeOnMap') }).click()
    await expect(page.getByTestId('building')).toContainText(house)
    await expect(page.locator('.maplibregl-canvas')).toBeVisible({ timeout: 30_000 })
    await page.getByRole('button', { name: words('map:layer_staticEquipment') }).click()
    for (const name of radios)
      await expect(page.getByRole('link', { name: new RegExp(name) })).toBeVisible()
    const [drawn] = (await api.call(rtls.listBuildings)).rows.filter(({ name }) => name === house)
    const floor = await api.call(rtls.getFloor, { params: { id: drawn?.floors[0]?.id ?? 0 } })
    expect(
      floor.rooms.map(({ code }) => code ?? '').toSorted((a, b) => a.localeCompare(b)),
    ).toEqual(Array.from({ length: 12 }, (_, index) => `0.${String(index + 1).padStart(2, '0')}`))
    expect(floor.rooms.filter(({ kind }) => kind === 'stairs').map(({ code }) => code)).toEqual([
      '0.12',
    ])
    expect(floor.parts.filter(({ kind }) => kind === 'door')).toHaveLength(12)
    const workshop = floor.rooms.find(({ name }) => name === 'Workshop')
    expect(workshop?.location?.name).toBe('0.05 Workshop')
    const place = await api.call(locations.getLocation, {
      params: { id: workshop?.location?.id ?? 0 },
    })
    expect(place.name).toBe('0.05 Workshop')
    expect(faults).toEqual([])
  })
}
