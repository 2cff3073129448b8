import type { CardType } from '#contract/dashboards/dashboardItems.ts'
import type { CardRange } from '#contract/dashboards/periods.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'

export interface Card {
  id: number
  name: string
  showHistory: boolean
  width: number
  data: { filters: FilterDraft[] }
  type: CardType
  range: CardRange
}
export interface Chapter {
  title: string
  items: Card[]
}
export interface DashboardDraft {
  name: string
  isFiltered: boolean
  isRestrictedEquipment: boolean
  isRestrictedProcedures: boolean
  equipmentTypes: number[]
  procedureTypes: number[]
  locationTypes: number[]
  chapters: Chapter[]
}
export interface CardPlace {
  chapter: number
  index: number
}

/**
 * Spec section 9. Repeated here, because the store must not load the contract on the sign-in page.
 */
const NEW_CARD_WIDTH = 6

export const blankDashboard: DashboardDraft = {
  name: '',
  isFiltered: true,
  isRestrictedEquipment: false,
  isRestrictedProcedures: false,
  equipmentTypes: [],
  procedureTypes: [],
  locationTypes: [],
  chapters: [],
}

export function insertChapter(
  chapters: readonly Chapter[],
  index: number,
  title: string,
): Chapter[] {
  return inserted(chapters, index, { title, items: [] })
}

export function moveChapter(chapters: readonly Chapter[], from: number, to: number): Chapter[] {
  return moved(chapters, from, to)
}

export function renameChapter(
  chapters: readonly Chapter[],
  index: number,
  title: string,
): Chapter[] {
  return chapters.map((chapter, position) => (position === index ? { ...chapter, title } : chapter))
}

export function removeChapter(
  chapters: readonly Chapter[],
  index: number,
): { chapters: Chapter[]; removedIds: number[] } {
  return {
    chapters: chapters.filter((_chapter, position) => position !== index),
    removedIds: chapters[index]?.items.map((card) => card.id) ?? [],
  }
}

/** Ignores a card without an id (spec section 5); a card without a width gets the default. */
export function insertCard(
  chapters: readonly Chapter[],
  place: CardPlace,
  card: Partial<Card>,
): Chapter[] {
  const { id } = card
  if (id === undefined) return [...chapters]
  const whole: Card = {
    name: '',
    showHistory: false,
    width: NEW_CARD_WIDTH,
    data: { filters: [] },
    type: 'scheduleDone',
    range: 'YEAR',
    ...card,
    id,
  }
  return chapters.map((chapter, position) =>
    position === place.chapter
      ? { ...chapter, items: inserted(chapter.items, place.index, whole) }
      : chapter,
  )
}

export function moveCard(chapters: readonly Chapter[], from: CardPlace, to: CardPlace): Chapter[] {
  const card = chapters[from.chapter]?.items[from.index]
  if (card === undefined || chapters[to.chapter] === undefined) return [...chapters]
  return insertCard(withoutCard(chapters, from), to, card)
}

export function changeCard(
  chapters: readonly Chapter[],
  id: number,
  patch: Partial<Omit<Card, 'id'>>,
): Chapter[] {
  return chapters.map((chapter) =>
    chapter.items.some((card) => card.id === id)
      ? {
          ...chapter,
          items: chapter.items.map((card) => (card.id === id ? { ...card, ...patch } : card)),
        }
      : chapter,
  )
}

export const withCardId = (chapters: readonly Chapter[], from: number, to: number): Chapter[] =>
  chapters.map((chapter) => ({
    ...chapter,
    items: chapter.items.map((card) => (card.id === from ? { ...card, id: to } : card)),
  }))

export function removeCard(
  chapters: readonly Chapter[],
  place: CardPlace,
): { chapters: Chapter[]; removedIds: number[] } {
  const card = chapters[place.chapter]?.items[place.index]
  return { chapters: withoutCard(chapters, place), removedIds: card === undefined ? [] : [card.id] }
}

export function placeOf(chapters: readonly Chapter[], id: number): CardPlace | undefined {
  for (const [chapter, { items }] of chapters.entries()) {
    const index = items.findIndex((card) => card.id === id)
    if (index >= 0) return { chapter, index }
  }
  return undefined
}

function withoutCard(chapters: readonly Chapter[], place: CardPlace): Chapter[] {
  return chapters.map((chapter, position) =>
    position === place.chapter
      ? { ...chapter, items: chapter.items.filter((_card, index) => index !== place.index) }
      : chapter,
  )
}

function inserted<T>(list: readonly T[], index: number, item: T): T[] {
  const at = Math.max(0, Math.min(index, list.length))
  return [...list.slice(0, at), item, ...list.slice(at)]
}

function moved<T>(list: readonly T[], from: number, to: number): T[] {
  const item = list[from]
  return item === undefined
    ? [...list]
    : inserted(
        list.filter((_item, index) => index !== from),
        to,
        item,
      )
}
