import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { Polygon } from '#contract/venue/shapes.ts'
import type { OccupancyRow } from '#contract/zones.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import type { Marks } from '#map/features.ts'
import { useFloorAreas } from '../areas/areaMarks.ts'
import { heatColours } from './HeatLegend.tsx'
import { COUNTED, heatColourOf, heatStepOf, heatSteps, type HeatStep } from './heatScale.ts'

/** `cells`: by position on the floor; the others are by zone. */
export const heatMeasures = ['cells', 'visits', 'seconds', 'now'] as const
export type HeatMeasure = (typeof heatMeasures)[number]
export type ZoneMeasure = Exclude<HeatMeasure, 'cells'>

const MAX_ZONES = 500

export interface ZoneHeat {
  rows: readonly { key: string; name: string; value: number; isArea: boolean }[]
  remaining: number
  steps: readonly HeatStep[]
  drawn: Marks
}

export function useZoneHeat(
  floor: Floor | undefined,
  measure: HeatMeasure,
  question: {
    from: string
    to: string
    equipmentTypeId: number | null
    equipmentId: number | null
  },
) {
  const shown = measure === 'cells' ? undefined : floor
  const { from, to, equipmentTypeId, equipmentId } = question
  const body = shown && {
    floorId: shown.id,
    limit: MAX_ZONES,
    from,
    to,
    ...(equipmentTypeId === null ? {} : { equipmentTypeId }),
    ...(equipmentId === null ? {} : { equipmentId }),
  }
  const rooms = zoneCalls.useListOccupancyQuery(
    body === undefined ? skipToken : { body: { of: 'rooms', ...body } },
  )
  const inAreas = zoneCalls.useListOccupancyQuery(
    body === undefined ? skipToken : { body: { of: 'areas', ...body } },
  )
  const areas = useFloorAreas(shown?.id)
  const heat = useMemo((): ZoneHeat | undefined => {
    if (measure === 'cells' || floor === undefined) return undefined
    const told = [
      ...used(rooms.currentData?.rows, measure, false),
      ...used(inAreas.currentData?.rows, measure, true),
    ].toSorted((a, b) => b.value - a.value)
    const steps = heatSteps(
      told.map(({ value }) => value),
      measure === 'seconds' ? undefined : COUNTED,
    )
    const outlines = new Map<string, Polygon>([
      ...floor.rooms.map(({ id, outline }) => [`room ${id}`, outline] as const),
      ...areas.map(({ id, outline }) => [`area ${id}`, outline] as const),
    ])
    return {
      rows: told,
      remaining: [rooms.currentData, inAreas.currentData].reduce(
        (sum, answer) => sum + (answer === undefined ? 0 : answer.count - answer.rows.length),
        0,
      ),
      steps,
      drawn: {
        areas: told.flatMap(({ key, value, isArea }) => {
          const outline = outlines.get(key)
          const colour = heatColourOf(heatColours, heatStepOf(steps, value), steps.length)
          return outline === undefined || colour === undefined
            ? []
            : [{ outline, colour, strength: isArea ? 0.35 : 0.6 }]
        }),
      },
    }
  }, [measure, floor, rooms.currentData, inAreas.currentData, areas])
  return {
    heat: shown === undefined || rooms.currentData === undefined ? undefined : heat,
    failure: rooms.error ?? inAreas.error,
    retry: () => {
      void rooms.refetch()
      void inAreas.refetch()
    },
  }
}

/** Unused zones are not coloured. */
const used = (rows: readonly OccupancyRow[] | undefined, measure: ZoneMeasure, isArea: boolean) =>
  (rows ?? []).flatMap((row) =>
    row[measure] === 0
      ? []
      : [
          {
            key: `${isArea ? 'area' : 'room'} ${row.id}`,
            name: row.name,
            value: row[measure],
            isArea,
          },
        ],
  )
