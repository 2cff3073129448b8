import { skipToken } from '@reduxjs/toolkit/query'
import { useMemo } from 'react'
import type { Colour } from '#contract/colours.ts'
import { areaOutline, MAX_AREAS } from '#contract/rules/drawnArea.ts'
import { areaOf, isInside, labelPoint } from '#contract/venue/polygon.ts'
import type { Degrees } from '#contract/venue/plane.ts'
import type { Polygon, Position } from '#contract/venue/shapes.ts'
import type { AreaRow } from '#contract/zones.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import type { Marks } from '#map/features.ts'

type ColourOf = (colour: Colour | null, isStatic: boolean) => string

const NONE: readonly AreaRow[] = []

/** All areas of the floor; a company has at most one page of areas. */
export function useFloorAreas(floorId: number | undefined): readonly AreaRow[] {
  const { data } = zoneCalls.useListAreasQuery(
    floorId === undefined ? skipToken : { body: { floorId, limit: MAX_AREAS } },
  )
  return useMemo(
    () =>
      floorId === undefined ? NONE : (data?.rows ?? NONE).filter((row) => row.floorId === floorId),
    [data, floorId],
  )
}

export function areaMarks(
  areas: readonly AreaRow[],
  chosenId: number | null,
  colourOf: ColourOf,
): Marks {
  return {
    areas: areas.map(({ id, outline, colour, name }) => ({
      outline,
      colour: colourOf(colour, false),
      name,
      isChosen: id === chosenId,
    })),
  }
}

export function draftMarks(
  { corners, chosen, colour }: Draft,
  others: Marks,
  colourOf: ColourOf,
): Marks {
  const paint = colourOf(colour, false)
  return {
    areas: [
      ...(others.areas ?? []),
      ...(corners.length < 3
        ? []
        : [{ outline: areaOutline(corners), colour: paint, isChosen: true }]),
    ],
    lines: [{ points: corners.map(pointOf), colour: paint }],
    pins: corners.map((corner, index) => ({
      at: pointOf(corner),
      label: String(index + 1),
      colour: paint,
      isBig: index === chosen,
    })),
  }
}

export interface Draft {
  corners: readonly Position[]
  /** The corner that the next click moves. Null adds a corner. */
  chosen: number | null
  colour: Colour
}

const pointOf = ([longitude, latitude]: Position): Degrees => ({ longitude, latitude })

/** The smallest area at the point, because areas may contain others. */
export const areaAt = (areas: readonly AreaRow[], at: Degrees): AreaRow | undefined =>
  areas
    .filter(({ outline }) => isInside(outline, at))
    .toSorted((a, b) => areaOf(a.outline) - areaOf(b.outline))[0]

export const areasOver = (areas: readonly AreaRow[], room: Polygon): AreaRow[] =>
  areas.filter(({ outline }) => reachesInto(outline, room) || reachesInto(room, outline))

/** Tests points slightly inside the corners, because areas that only touch share an edge. */
function reachesInto(one: Polygon, other: Polygon): boolean {
  const middle = labelPoint(one)
  const inner = (one.coordinates[0] ?? []).map(pointOf).map(({ longitude, latitude }) => ({
    longitude: longitude + (middle.longitude - longitude) / 20,
    latitude: latitude + (middle.latitude - latitude) / 20,
  }))
  return [middle, ...inner].some((at) => isInside(other, at))
}
