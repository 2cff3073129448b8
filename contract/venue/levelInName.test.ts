import { expect, it } from 'vitest'
import { levelInName, levelsInSeries } from './levelInName.ts'

it.each([
  ['level 3.geojson', 3],
  ['Level-1', 1],
  ['floor -1.geojson', -1],
  ['floor-1.geojson', 1],
  ['floor - 2.json', 2],
  ['level 0/floor.geojson', 0],
  ['Hospital 2024 level 3.geojson', 3],
  ['L2.geojson', 2],
  ['main_f4.geojson', 4],
  ['3rd floor.geojson', 3],
  ['2.NP.geojson', 1],
  ['1NP.geojson', 0],
  ['1.PP.geojson', -1],
  ['3. patro.geojson', 3],
  ['2. poschodie.geojson', 2],
  ['přízemí.geojson', 0],
  ['EG.geojson', 0],
  ['1.OG.geojson', 1],
  ['2.UG.geojson', -2],
  ['B1.geojson', -1],
  ['basement level 2.geojson', -2],
  ['Basement.geojson', -1],
  ['minus 1.geojson', -1],
  ['2 этаж.geojson', 1],
  ['קומה 4.geojson', 4],
  ['קומת קרקע.geojson', 0],
  ['الطابق 3.geojson', 3],
  ['الطابق ٣.geojson', 3],
  ['٢.geojson', 2],
  ['-2.geojson', -2],
  ['7.geojson', 7],
  ['Hospital 2024.geojson', null],
  ['v2.geojson', null],
  ['plan-150.geojson', null],
  ['ward 12b.geojson', null],
  ['ward 12 floor plan.geojson', null],
  ['level 2024.geojson', null],
  ['plan.geojson', null],
] as const)('levelInName() reads %s as level %s', (name, level) =>
  expect(levelInName(name)).toBe(level),
)

it('levelInName() numbers files that differ by a small number alone', () => {
  expect(levelsInSeries(['house-1.geojson', 'house-0.geojson'])).toEqual([1, 0])
  for (const names of [
    ['house-1.geojson'],
    ['house-1.geojson', 'yard-2.geojson'],
    ['plan 2024.geojson', 'plan 2025.geojson'],
    ['house 1.geojson', 'house 01.geojson'],
    ['house.geojson', 'yard.geojson'],
  ])
    expect(levelsInSeries(names)).toBeNull()
})
