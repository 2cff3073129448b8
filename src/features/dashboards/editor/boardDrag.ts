/** Dragging cards and chapters by pointer, or by keys in steps of 25 px (spec section 9). */
import {
  closestCenter,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type CollisionDetection,
  type KeyboardCoordinateGetter,
  type UniqueIdentifier,
} from '@dnd-kit/core'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '#lib/format.tsx'
import type { CardPlace, Chapter } from '../draft.ts'

const KEYBOARD_STEP = 25
const directions: Record<string, { x: number; y: number }> = {
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
}
const stepByKey: KeyboardCoordinateGetter = (event, { currentCoordinates: at }) => {
  const direction = directions[event.code]
  return (
    direction && { x: at.x + direction.x * KEYBOARD_STEP, y: at.y + direction.y * KEYBOARD_STEP }
  )
}

export const useBoardSensors = () =>
  useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 6 } }),
    useSensor(KeyboardSensor, { coordinateGetter: stepByKey }),
  )

export const cardKey = (id: number) => `card ${id}`
export const chapterKey = (index: number) => `chapter ${index}`
export const endKey = (chapter: number) => `end ${chapter}`

export const isCard = (key: UniqueIdentifier): boolean => String(key).startsWith('card ')
const number = (key: UniqueIdentifier): number => Number(String(key).split(' ')[1])
export const chapterOf = number
export const cardOf = number

export function dropTarget(
  chapters: readonly Chapter[],
  over: UniqueIdentifier,
): CardPlace | undefined {
  if (String(over).startsWith('end '))
    return { chapter: number(over), index: chapters[number(over)]?.items.length ?? 0 }
  for (const [chapter, { items }] of chapters.entries()) {
    const index = items.findIndex(({ id }) => id === cardOf(over))
    if (index >= 0) return { chapter, index }
  }
  return undefined
}

/** Chapters drop on chapters; cards on cards and after the last. */
export const collides: CollisionDetection = (args) =>
  closestCenter({
    ...args,
    droppableContainers: args.droppableContainers.filter(
      ({ id }) => String(id).startsWith('chapter ') !== isCard(args.active.id),
    ),
  })

export function useAnnouncements(chapters: readonly Chapter[]): Announcements {
  const { t } = useTranslation('dashboards')
  const format = useFormat()
  return useMemo(() => {
    const nameOf = (key: UniqueIdentifier): string =>
      (isCard(key)
        ? chapters.flatMap(({ items }) => items).find(({ id }) => id === cardOf(key))?.name
        : chapters[chapterOf(key)]?.title) ?? ''
    const placeOf = (key: UniqueIdentifier): string => {
      const place = String(key).startsWith('chapter ')
        ? { chapter: chapterOf(key), index: null }
        : dropTarget(chapters, key)
      if (place === undefined) return ''
      return place.index === null
        ? format.number(place.chapter + 1)
        : t('drag.place', {
            chapter: chapters[place.chapter]?.title ?? '',
            place: format.number(place.index + 1),
          })
    }
    return {
      onDragStart: ({ active }) =>
        t('drag.picked', { name: nameOf(active.id), place: placeOf(active.id) }),
      onDragOver: ({ active, over }) =>
        over === null
          ? undefined
          : t('drag.over', { name: nameOf(active.id), place: placeOf(over.id) }),
      onDragEnd: ({ active, over }) =>
        over === null
          ? t('drag.cancelled')
          : t('drag.dropped', { name: nameOf(active.id), place: placeOf(over.id) }),
      onDragCancel: () => t('drag.cancelled'),
    }
  }, [chapters, t, format])
}
