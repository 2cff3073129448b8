import type {
  DataSource,
  DynamicDashboard,
  Widget,
} from '#contract/dashboards/dynamicDashboards.ts'
import type { FilterDraft } from '#entities/filterObject/filterDraft.ts'
import { mergeChanges } from '#ui/dialog/conflict.ts'
import { mergeRows } from '#ui/dialog/mergeRows.ts'

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
})
export const dynamicDashboardBody = ({ title, icon, widgets }: BoardDraft) => ({
  title: title.trim(),
  icon,
  structure: { widgets },
})

function freshId(widgets: readonly WidgetDraft[]): string {
  const highest = Math.max(0, ...widgets.map(({ id }) => Number(/^w(\d+)$/.exec(id)?.[1] ?? 0)))
  return `w${highest + 1}`
}

export function newWidget(widgets: readonly WidgetDraft[], kind: Widget['kind']): WidgetDraft {
  return {
    id: freshId(widgets),
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

/** Merges ours over another person's save, by widget. `from`: the base version. */
export function mergeBoards(from: BoardDraft, mine: BoardDraft, theirs: BoardDraft): BoardDraft {
  const ours = withOwnIds(from.widgets, mine.widgets, theirs.widgets)
  const widgets = mergeRows<WidgetDraft>({
    from: from.widgets,
    mine: ours,
    theirs: theirs.widgets,
    merge: mergeChanges,
  })
  return { ...mergeChanges(from, mine, theirs), widgets }
}

/** Two people's new widgets may have the same id: ours gets another. */
function withOwnIds(
  from: readonly WidgetDraft[],
  mine: readonly WidgetDraft[],
  theirs: readonly WidgetDraft[],
): WidgetDraft[] {
  const isIn = (widgets: readonly WidgetDraft[], id: string) => widgets.some((one) => one.id === id)
  return mine.reduce<WidgetDraft[]>((ours, widget) => {
    const isTaken = !isIn(from, widget.id) && isIn(theirs, widget.id)
    return [...ours, isTaken ? { ...widget, id: freshId([...mine, ...theirs, ...ours]) } : widget]
  }, [])
}
