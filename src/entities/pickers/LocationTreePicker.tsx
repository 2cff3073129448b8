import { TreeSelect } from 'antd'
import { useMemo, useState, type Key } from 'react'
import { useTranslation } from 'react-i18next'
import type { TreeNode } from '#contract/shapes'
import { locationCalls } from '../calls.ts'
import type { PickerProps } from './Picker.tsx'

interface Branch { value: string; title: string; selectable: boolean; children: Branch[] }

/** A value with the prefix b is a type: it groups and is not itself a place. */
function branches(nodes: readonly TreeNode[]): Branch[] {
  return nodes.map((node) => ({ value: node.value, title: node.title, selectable: !node.value.startsWith('b'), children: branches(node.children) }))
}

const allOf = (nodes: readonly Branch[]): string[] => nodes.flatMap(({ value, children }) => [value, ...allOf(children)])

/** Places inside places; a place stands for everything in it. */
export function LocationTreePicker(props: Omit<PickerProps, 'label'> & { label?: string }) {
  const { t } = useTranslation('entities')
  const { value, onChange } = props as PickerProps // Omit flattens the union; `multiple` still tells the halves apart
  const [isOpened, setIsOpened] = useState(props.defaultOpen === true)
  const hasChoice = Array.isArray(value) ? value.length > 0 : typeof value === 'number'
  const { data, isFetching } = locationCalls.useGetLocationTreeQuery(undefined, { skip: !isOpened && !hasChoice })
  const tree = useMemo(() => branches(data ?? []), [data])
  const all = useMemo(() => allOf(tree), [tree])
  const [search, setSearch] = useState('')
  const [expanded, setExpanded] = useState<string[] | null>(null)
  const label = props.label ?? t('location')
  const shared = {
    'aria-label': label, placeholder: label, loading: isFetching, showSearch: { onSearch: setSearch }, onOpenChange: (isOpen: boolean) => { if (isOpen) setIsOpened(true) }, treeNodeFilterProp: 'title', allowClear: props.allowClear ?? true,
    treeData: tree, popupMatchSelectWidth: false, style: { minInlineSize: 140 }, // What is searched for before the places have come is open when they come.
    treeExpandedKeys: search !== '' ? all : expanded ?? (tree.length <= 3 ? all : []), onTreeExpand: (keys: Key[]) => setExpanded(keys.map(String)),
    ...(props.id === undefined ? {} : { id: props.id }), ...(props.disabled === undefined ? {} : { disabled: props.disabled }),
    ...(props.variant === undefined ? {} : { variant: props.variant }), ...(props.size === undefined ? {} : { size: props.size }),
    ...(props.className === undefined ? {} : { className: props.className }),
  }
  if (props.multiple === true) {
    const change = onChange as ((value: number[]) => void) | undefined // the `multiple` half
    const many = Array.isArray(value) ? value.map(String) : []
    return <TreeSelect<string[]> {...shared} multiple maxTagCount="responsive" value={many} onChange={(next) => change?.(next.map(Number))} />
  }
  const change = onChange as ((value: number | null) => void) | undefined // the single half
  return (
    <TreeSelect<string | undefined>
      {...shared} value={typeof value === 'number' ? String(value) : undefined}
      onChange={(next: string | undefined) => change?.(next === undefined ? null : Number(next))}
    />
  )
}
