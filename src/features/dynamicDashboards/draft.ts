/** Pure moves on a dynamic dashboard being arranged. */
import type { DataSource, DynamicDashboard, Widget } from '#contract/dynamicDashboards'
import type { FilterDraft } from '../../entities/filterObject/filterDraft.ts'

export type WidgetDraft = Omit<Widget, 'dataSource'> & {
  dataSource: Omit<DataSource, 'filter'> & { filter: FilterDraft }
}
export interface BoardDraft {
  title: string
  icon: Widget['icon']
  widgets: WidgetDraft[]
}

export const blankBoard: BoardDraft = { title: '', icon: 'gauge', widgets: [] }

export const draftOf = ({
  title,
  icon,
  structure,
}: Pick<DynamicDashboard, 'title' | 'icon' | 'structure'>): BoardDraft => ({
  title,
  icon,
  widgets: structure.widgets as WidgetDraft[],
}) // branded ids become plain numbers
export const bodyOf = ({ title, icon, widgets }: BoardDraft) => ({
  title: title.trim(),
  icon,
  structure: { widgets },
})

/** A number that no widget has yet. */
export function newWidget(widgets: readonly WidgetDraft[], kind: Widget['kind']): WidgetDraft {
  const highest = Math.max(0, ...widgets.map(({ id }) => Number(/^w(\d+)$/.exec(id)?.[1] ?? 0)))
  return {
    id: `w${highest + 1}`,
    kind,
    title: '',
    icon: kind === 'barChart' ? 'chart' : 'gauge',
    info: '',
    width: kind === 'barChart' ? 6 : 3,
    height: kind === 'barChart' ? 2 : 1,
    dataSource: {
      measure: 'averageScore',
      range: 'MONTH',
      filter: {},
      groupBy: kind === 'barChart' ? 'procedure' : 'period',
      compare: false,
    },
  }
}

export function moveWidget(widgets: readonly WidgetDraft[], id: string, to: number): WidgetDraft[] {
  const widget = widgets.find((one) => one.id === id)
  if (widget === undefined) return [...widgets]
  const rest = widgets.filter((one) => one.id !== id)
  const at = Math.max(0, Math.min(to, rest.length))
  return [...rest.slice(0, at), widget, ...rest.slice(at)]
}

export const changeWidget = (
  widgets: readonly WidgetDraft[],
  id: string,
  patch: Partial<WidgetDraft>,
): WidgetDraft[] => widgets.map((one) => (one.id === id ? { ...one, ...patch } : one))

const between = (value: number, low: number, high: number): number =>
  Math.max(low, Math.min(high, value))
/** Wider or narrower by columns, taller or lower by rows, within what there is room for. */
export const resizeWidget = (
  widgets: readonly WidgetDraft[],
  id: string,
  columns: number,
  rows: number,
): WidgetDraft[] =>
  widgets.map((one) =>
    one.id === id
      ? {
          ...one,
          width: between(one.width + columns, 2, 12),
          height: between(one.height + rows, 1, 4),
        }
      : one,
  )
