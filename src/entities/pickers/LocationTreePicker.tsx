import { TreeSelect } from 'antd'
import { Fragment, useState, type ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { LevelRow } from '#contract/locations/locations.ts'
import { useDebounced } from '#lib/useDebounced.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { omittedTags } from '#ui/list/omittedTags.tsx'
import { locationCalls } from '#entities/calls/locations.ts'
import { useLocationTree, type Branch } from '#entities/locations/useLocationTree.tsx'
import { ChosenNames } from './ChosenNames.tsx'
import type { PickerProps } from './Picker.tsx'
import styles from './LocationTreePicker.module.css'

const SHOWN = 30
const MAX_CHOSEN = 500

/** `found`: the search text, which highlights the first result. */
type Offered = Branch & { found?: string }
interface Chosen {
  value: string
  label: string
}

export type LocationPickerProps = Omit<PickerProps, 'label'> & { label?: string }

/**
 * A location tree; choosing a location includes everything inside it. Typing searches all locations
 * on the server.
 */
export function LocationTreePicker(props: LocationPickerProps) {
  const { t } = useTranslation(['entities', 'common'])
  // Omit flattens the union; `multiple` still separates the halves.
  const { value, onChange } = props as PickerProps
  const [isOpened, setIsOpened] = useState(props.defaultOpen === true)
  const [typed, setTyped] = useState('')
  const tree = useLocationTree({ opensUpTo: 3, isWanted: isOpened })
  const found = useFound(typed)
  const chosen = Array.isArray(value) ? value : typeof value === 'number' ? [value] : []
  const nameOf = useNames(chosen)
  const label = props.label ?? t('location')
  const isSearching = typed.trim() !== ''
  const { isLoading, key } = isSearching ? found : { isLoading: tree.isLoading, key: 'tree' }
  const shared = {
    'aria-label': label,
    placeholder: props.id === undefined ? label : t('common:choose'),
    loading: isLoading && isOpened,
    showSearch: {
      searchValue: typed,
      onSearch: setTyped,
      filterTreeNode: false,
      treeNodeFilterProp: 'found',
    },
    onOpenChange: (isOpen: boolean) => {
      if (isOpen) setIsOpened(true)
    },
    allowClear: props.allowClear ?? true,
    labelInValue: true as const,
    treeData: isSearching ? found.offered : (tree.branches as Offered[]),
    popupMatchSelectWidth: false,
    style: { minInlineSize: 140 },
    treeExpandedKeys: isSearching ? [] : tree.expanded,
    onTreeExpand: tree.onExpand,
    notFoundContent: isLoading
      ? t('common:loading')
      : isSearching && found.hasFailed
        ? t('common:searchFailed')
        : t('common:nothingFound'),
    // A new list for each answer highlights its first entry.
    popupRender: withRemaining(key, isSearching ? found.remaining : 0),
    ...(props.id === undefined ? {} : { id: props.id }),
    ...(props.disabled === undefined ? {} : { disabled: props.disabled }),
    ...(props.variant === undefined ? {} : { variant: props.variant }),
    ...(props.size === undefined ? {} : { size: props.size }),
    ...(props.className === undefined ? {} : { className: props.className }),
  }
  if (props.asText === true)
    return <ChosenNames of={chosen.map((id) => ({ id, name: nameOf(id) }))} />
  const chosenOf = (id: number): Chosen => ({ value: String(id), label: nameOf(id) })
  if (props.multiple === true) {
    const change = onChange as ((value: number[]) => void) | undefined
    const handleMany = (next: Chosen[]) => {
      setTyped('')
      change?.(next.map((one) => Number(one.value)))
    }
    return (
      <TreeSelect<Chosen[], Offered>
        {...shared}
        multiple
        maxTagCount="responsive"
        maxTagPlaceholder={omittedTags}
        value={chosen.map(chosenOf)}
        onChange={handleMany}
      />
    )
  }
  const change = onChange as ((value: number | null) => void) | undefined
  const handleOne = (next: Chosen | undefined) => {
    setTyped('')
    change?.(next === undefined ? null : Number(next.value))
  }
  return (
    <TreeSelect<Chosen | undefined, Offered>
      {...shared}
      value={typeof value === 'number' ? chosenOf(value) : undefined}
      onChange={handleOne}
    />
  )
}

function withRemaining(key: string, count: number) {
  return (menu: ReactElement): ReactElement => (
    <Fragment key={key}>
      {menu}
      {count > 0 && (
        <div className={styles.remaining}>
          <Remaining count={count} />
        </div>
      )}
    </Fragment>
  )
}

/** The server's results, each with its path: rooms of many buildings share a name. */
function useFound(typed: string): {
  offered: Offered[]
  remaining: number
  isLoading: boolean
  hasFailed: boolean
  key: string
} {
  const search = useDebounced(typed.trim(), 180)
  const { currentData, isFetching, isError } = locationCalls.useListLocationLevelQuery(
    { body: { search, limit: SHOWN } },
    { skip: search === '' },
  )
  const rows = currentData?.rows ?? []
  return {
    offered: rows.map((row) => ({
      key: String(row.id),
      value: String(row.id),
      title: <WithWay place={row} />,
      selectable: true,
      isLeaf: true,
      found: search.toLowerCase(),
    })),
    remaining: (currentData?.count ?? 0) - rows.length,
    hasFailed: isError,
    isLoading: isFetching || search !== typed.trim(),
    key: currentData === undefined ? 'searching' : `found ${search}`,
  }
}

function WithWay({ place }: { place: LevelRow }) {
  return (
    <span className={styles.place}>
      <bdi>{place.name}</bdi>
      {place.path.length > 0 && (
        <span className={`quiet ${styles.way}`}>
          {place.path.map(({ id, name }, index) => (
            <Fragment key={id}>
              {index > 0 && ' / '}
              <bdi>{name}</bdi>
            </Fragment>
          ))}
        </span>
      )}
    </span>
  )
}

/** Loads chosen locations by id, because their level may not be loaded. */
function useNames(chosen: readonly number[]): (id: number) => string {
  const { t } = useTranslation()
  const { data, isFetching } = locationCalls.useListLocationLevelQuery(
    { body: { ids: chosen.slice(0, MAX_CHOSEN), limit: MAX_CHOSEN } },
    { skip: chosen.length === 0 },
  )
  return (id) =>
    data?.rows.find((row) => row.id === id)?.name ?? (isFetching ? '…' : t('unknownName'))
}
