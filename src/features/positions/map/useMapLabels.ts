import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { RoomNews } from './mapLayers.ts'
import type { RoomWords } from '#map/useMapInk.ts'
import { useFormat } from '#lib/format.tsx'
import { useFormatDuration } from '#lib/useFormatDuration.ts'
import { useScheme } from '#ui/theme/scheme.ts'
import { meaningColours, roomTints, schemes } from '#ui/theme/tokens.ts'

/** A room's name, or its kind: imported plans have unnamed rooms. */
export function useRoomName(): (room: Floor['rooms'][number]) => string {
  const { t } = useTranslation('map')
  return useMemo(
    () => (room) =>
      room.name || (room.code ?? '') || (room.kind === 'room' ? '' : t(`kind_${room.kind}`)),
    [t],
  )
}

export function useRoomLabel(
  news: ReadonlyMap<number, RoomNews> | null,
): (room: Floor['rooms'][number]) => RoomWords {
  const { t } = useTranslation('map')
  const nameOf = useRoomName()
  const { scheme } = useScheme()
  return useMemo(() => {
    const noteOf = ({ isRestricted, use }: Floor['rooms'][number]) =>
      isRestricted === true ? t('restricted') : use === 'other' ? '' : t(`use_${use}`)
    return (room) => {
      const told = news?.get(room.id)
      return {
        name: nameOf(room),
        short: room.code ?? '',
        note: news === null && room.kind === 'room' ? noteOf(room) : '',
        badge:
          told === undefined
            ? null
            : { text: told.text, colour: meaningColours[scheme][told.colour].solid },
      }
    }
  }, [t, nameOf, news, scheme])
}

/** With a layer, rooms without a value are muted. */
export function useRoomPaint(
  news: ReadonlyMap<number, RoomNews> | null,
): ((room: Floor['rooms'][number]) => string) | undefined {
  const { scheme } = useScheme()
  return useMemo(() => {
    if (news === null) return undefined
    return ({ id, kind }) => {
      const told = news.get(id)
      if (told !== undefined) return meaningColours[scheme][told.colour].soft
      return roomTints[scheme][
        kind === 'closed' ? 'closed' : kind === 'room' ? 'other' : 'circulation'
      ]
    }
  }, [news, scheme])
}

export function useMarkerColour(): (colour: Colour | null, isStatic: boolean) => string {
  const { scheme } = useScheme()
  return useMemo(
    () => (colour, isStatic) =>
      isStatic ? schemes[scheme].textQuiet : meaningColours[scheme][colour ?? 'blue'].solid,
    [scheme],
  )
}

export function useMeasures() {
  const format = useFormat()
  const lasted = useFormatDuration()
  return useMemo(() => {
    const unit = (value: number, name: string, digits = 0) =>
      format.number(value, {
        style: 'unit',
        unit: name,
        unitDisplay: 'short',
        maximumFractionDigits: digits,
      })
    return {
      metres: (value: number) => unit(value, 'meter', value < 10 ? 1 : 0),
      lasted,
    }
  }, [format, lasted])
}
