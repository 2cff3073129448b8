/**
 * The base of all pickers: a Select that searches the server and loads the names of chosen ids.
 * Fits a Form.Item (value, onChange, id) and works alone.
 */
import {
  Fragment,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import { knownSince, onNetwork } from '#api/network.ts'
import { useDebounced } from '#lib/useDebounced.ts'
import { Remaining } from '#ui/page/marks.tsx'
import { omittedTags } from '#ui/list/omittedTags.tsx'
import { foundBy } from '#ui/form/foundBy.ts'
import { Select } from '#ui/form/Select.tsx'
import { ChosenNames } from './ChosenNames.tsx'

const LONGEST_SEARCH = 200

export interface Option {
  value: number
  label: ReactNode
  text: string
  /** Shown in the field once chosen. Defaults to `label`. */
  chosenLabel?: ReactNode
  isExact?: boolean
  /** Shown, but cannot be chosen. */
  isBarred?: boolean
}

interface Common {
  /** The accessible name, and the placeholder if no label stands above the field. */
  label: string
  /** Set by the form item of a labelled field. */
  id?: string
  disabled?: boolean
  /** Shows only the names, for comparisons and summaries: a field would truncate them. */
  asText?: boolean
  autoFocus?: boolean
  allowClear?: boolean
  defaultOpen?: boolean
  /** 'borderless' for use inside a sentence. */
  variant?: 'outlined' | 'borderless' | 'filled'
  size?: 'small' | 'middle' | 'large'
  className?: string
  /** Names that the caller already knows, for use offline. */
  known?: readonly { id: number; name: string }[]
  /** Ids shown but disabled, because they are already used. */
  taken?: readonly number[]
  /** Shown if a search is needed before choices appear. */
  hint?: string
  /**
   * Enter selects an exact or only match even before the response arrives: a scanner does not wait.
   */
  takesOnlyMatch?: boolean
}
export type PickerProps = Common &
  (
    | { multiple?: false; value?: number | null; onChange?(value: number | null): void }
    | { multiple: true; value?: readonly number[]; onChange?(value: number[]): void }
  )

interface Options {
  /** The server's results, or all choices if the picker filters itself. */
  found: readonly Option[]
  chosen?: readonly Option[]
  isFetching: boolean
  isNaming?: boolean
  /** True if `found` belongs to the current search. */
  isAnswered: boolean
  hasFailed?: boolean
  count?: number
  filtersItself: boolean
}
/** `isWanted`: the picker is open or has a value. Before that it sends no request. */
export type UseOptions = (search: string, chosen: readonly number[], isWanted: boolean) => Options

export function Picker(props: PickerProps & { useOptions: UseOptions }) {
  const {
    label,
    id,
    disabled,
    asText = false,
    autoFocus,
    allowClear = true,
    defaultOpen,
    variant,
    size,
    className,
    known,
    taken,
    hint,
    takesOnlyMatch = false,
    useOptions,
  } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [isOpened, setIsOpened] = useState(defaultOpen === true)
  const isTooLong = typed.length > LONGEST_SEARCH
  // The server would refuse a longer text without naming the field.
  const search = useDebounced(isTooLong ? '' : typed, 180)
  const chosen =
    props.multiple === true
      ? (props.value ?? [])
      : props.value === undefined || props.value === null
        ? []
        : [props.value]
  const answer = useOptions(search, chosen, isOpened || chosen.length > 0)
  const { isFetching, count, filtersItself, hasFailed = false, isNaming = isFetching } = answer
  // Selection is blocked until the typed search is answered, because a scanner's Enter arrives
  // earlier.
  const isPending = !filtersItself && typed !== '' && (typed !== search || !answer.isAnswered)
  const isAway = useSyncExternalStore(onNetwork, knownSince) !== null
  const options = isTooLong || (hasFailed && isPending) ? [] : optionsFor(answer, typed)
  const remaining = count === undefined || isPending ? 0 : count - options.length
  const canTake = (option: Option) =>
    !isPending && option.isBarred !== true && taken?.includes(option.value) !== true
  const [first] = options
  const entered = useRef<string | null>(null)
  useEffect(() => {
    if (isPending || entered.current === null) return
    const isMeant = takesOnlyMatch && entered.current === typed
    entered.current = null
    const exact = options.filter(({ isExact }) => isExact === true)
    const [meant, another] = exact.length > 0 ? exact : options
    if (!isMeant || meant === undefined || another !== undefined) return
    if (canTake(meant) && props.multiple !== true) props.onChange?.(meant.value)
  })
  // Never shows an id in place of a name.
  const nameless = (value: number | string) =>
    known?.find(({ id: one }) => one === value)?.name ?? (isNaming ? '…' : t('unknownName'))
  if (asText) {
    const labels = new Map(options.map((option) => [option.value, option.label]))
    return <ChosenNames of={chosen.map((id) => ({ id, name: labels.get(id) ?? nameless(id) }))} />
  }
  const shared = {
    'aria-label': label,
    placeholder: id === undefined ? label : t('choose'),
    loading: isFetching,
    allowClear,
    showSearch: true,
    onSearch: setTyped,
    onOpenChange: (isOpen: boolean) => {
      if (isOpen) setIsOpened(true)
    },
    options: options.map((option) => ({
      value: option.value,
      label: option.label,
      text: option.text,
      disabled: !canTake(option),
    })),
    labelRender: ({ label: name, value }: { label?: ReactNode; value: number | string }) =>
      options.find((option) => option.value === value)?.chosenLabel ?? name ?? nameless(value),
    filterOption: filtersItself ? foundBy('text') : false,
    onInputKeyDown: (event: KeyboardEvent) => {
      // Without this, antd would close the list and drop the text.
      if (!isPending || event.key !== 'Enter') return
      event.stopPropagation()
      entered.current = typed
    },
    notFoundContent: isTooLong
      ? t('searchTooLong', { n: LONGEST_SEARCH })
      : isFetching
        ? t('loading')
        : hasFailed
          ? t(isAway ? 'searchAway' : 'searchFailed')
          : typed === '' && hint !== undefined
            ? hint
            : t('nothingFound'),
    popupMatchSelectWidth: false,
    // A new list for each answer highlights its first enabled entry.
    popupRender: withRemaining(
      `${search} ${String(first?.value)} ${String(first !== undefined && canTake(first))}`,
      remaining,
    ),
    // Wide enough for the placeholder, which does not widen the field by itself.
    style: {
      minInlineSize: `clamp(140px, ${Math.ceil(label.length * 1.15)}ch + 60px, min(260px, 100%))`,
    },
    ...(id === undefined ? {} : { id }),
    ...(disabled === undefined ? {} : { disabled }),
    ...(autoFocus === undefined ? {} : { autoFocus }),
    ...(defaultOpen === undefined ? {} : { defaultOpen }),
    ...(variant === undefined ? {} : { variant }),
    ...(size === undefined ? {} : { size }),
    ...(className === undefined ? {} : { className }),
  } as const
  if (props.multiple === true) {
    return (
      <Select<number[], (typeof shared.options)[number]>
        {...shared}
        mode="multiple"
        maxTagCount="responsive"
        maxTagPlaceholder={omittedTags}
        value={[...chosen]}
        onChange={(value) => props.onChange?.(value)}
      />
    )
  }
  return (
    <Select<number | undefined, (typeof shared.options)[number]>
      {...shared}
      value={chosen[0]}
      onChange={(value: number | undefined) => props.onChange?.(value ?? null)}
    />
  )
}

function withRemaining(key: string, count: number) {
  return (menu: ReactElement): ReactElement => (
    <Fragment key={key}>
      {menu}
      {count > 0 && (
        <div style={{ padding: '4px 12px' }}>
          <Remaining count={count} />
        </div>
      )}
    </Fragment>
  )
}

/** The results, preceded by chosen entries outside them. A search shows only its results. */
function optionsFor({ found, chosen = [], filtersItself }: Options, typed: string): Option[] {
  if (typed !== '' && !filtersItself) return [...found]
  const there = new Set(found.map((option) => option.value))
  return [...chosen.filter((option) => !there.has(option.value)), ...found]
}

interface Answer<Row> {
  data?: { count: number; rows: readonly Row[] } | undefined
  currentData?: { count: number; rows: readonly Row[] } | undefined
  isFetching: boolean
  isError: boolean
}

export function optionsOf<Row>(
  found: Answer<Row>,
  chosen: Pick<Answer<Row>, 'data' | 'isFetching'>,
  offered: (rows: readonly Row[]) => readonly Option[],
): Options {
  return {
    found: offered(found.data?.rows ?? []),
    chosen: offered(chosen.data?.rows ?? []),
    isFetching: found.isFetching,
    isNaming: chosen.isFetching,
    isAnswered: found.currentData !== undefined,
    hasFailed: found.isError,
    filtersItself: false,
    ...(found.data === undefined ? {} : { count: found.data.count }),
  }
}
