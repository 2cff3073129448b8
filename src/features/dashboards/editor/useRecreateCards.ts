/**
 * Creates cards again that somebody else deleted during editing, from the draft's content, under
 * new ids.
 */
import { useDispatch } from 'react-redux'
import type { Dashboard } from '#contract/dashboards/dashboards.ts'
import { isApiFailure } from '#api/http.ts'
import { itemCalls } from '../calls.ts'
import { cardBody } from '../cards/cardValues.ts'
import { cardMadeAnew, type BoardEdit } from '../dashboardsSlice.ts'
import { placeOf, removeCard, withCardId, type Card } from '../draft.ts'

interface Mended extends BoardEdit {
  /**
   * Names of cards that could not be created, because their filters refer to deleted or hidden
   * objects.
   */
  leftOut: string[]
}

export function useRecreateCards(board: Dashboard | null) {
  const dispatch = useDispatch()
  const [fetchCard] = itemCalls.useLazyGetDashboardItemQuery()
  const [create] = itemCalls.useCreateDashboardItemMutation()

  async function isGone(id: number): Promise<boolean> {
    const { error } = await fetchCard({ params: { id } })
    return isApiFailure(error) && error.status === 404
  }

  /** Returns the new id, or null if the server refuses. */
  async function make({ id, name, type, range, data }: Card): Promise<number | null> {
    const before = board?.data.chapters.flatMap(({ items }) => items).find((one) => one.id === id)
    const known = before?.dashboardCategoryId ?? null
    for (const dashboardCategoryId of new Set([known, null])) {
      const values = { name, type, range, filters: data.filters, dashboardCategoryId }
      const { data: made, error } = await create({ body: cardBody(values) })
      if (made !== undefined) return made.id
      if (!isRefusal(error)) throw error
    }
    return null
  }

  /** `theirs`: the stored dashboard; all its cards exist. */
  return async function makeAnew(edit: BoardEdit, theirs: Dashboard | null): Promise<Mended> {
    const hanging = new Set<number>(
      theirs?.data.chapters.flatMap(({ items }) => items.map(({ id }) => id)),
    )
    let { chapters } = edit.draft
    const leftOut: string[] = []
    for (const card of chapters.flatMap(({ items }) => items)) {
      if (hanging.has(card.id) || !(await isGone(card.id))) continue
      const id = await make(card)
      if (id === null) {
        const place = placeOf(chapters, card.id)
        if (place !== undefined) ({ chapters } = removeCard(chapters, place))
        leftOut.push(card.name)
        continue
      }
      // Replaced at once, so that the next save finds the new id if this save fails.
      dispatch(cardMadeAnew({ from: card.id, to: id }))
      chapters = withCardId(chapters, card.id, id)
    }
    const removedIds: number[] = []
    for (const id of new Set(edit.removedIds))
      if (hanging.has(id) || !(await isGone(id))) removedIds.push(id)
    return { ...edit, draft: { ...edit.draft, chapters }, removedIds, leftOut }
  }
}

/** True for a permanent refusal; other failures may succeed later. */
const isRefusal = (error: unknown): boolean =>
  isApiFailure(error) && [400, 403, 404, 409].some((status) => status === error.status)
