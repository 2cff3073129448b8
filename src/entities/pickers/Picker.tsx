/**
 * What every picker is made of: a Select that asks the server while one types and knows the names
 * of what is chosen. Fits a Form.Item (value, onChange, id) and stands alone.
 */
import { Select } from 'antd'
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
import { ChosenNames } from './ChosenNames.tsx'

/** As the contract bounds a search. */
const LONGEST_SEARCH = 200

export interface Option {
  value: number
  label: ReactNode
  text: string
  /** It is called, or numbered, just as was typed. */
  isExact?: boolean
}

interface Common {
  /** Read aloud; shown while empty where nothing above the field says it. */
  label: string
  /** Of a field with its name above it: a form’s item gives it one. */
  id?: string
  disabled?: boolean
  /** Its names alone, for what is compared or told: a field would cut them. */
  asText?: boolean
  autoFocus?: boolean
  allowClear?: boolean
  /** Opens at once, e.g. inside a sentence. */
  defaultOpen?: boolean
  /** Inside a sentence the control has no frame. */
  variant?: 'outlined' | 'borderless' | 'filled'
  size?: 'small' | 'middle' | 'large'
  className?: string
  /** What the caller knows by name already: there may be no answer with it, without a network. */
  known?: readonly { id: number; name: string }[]
  /** Shown, and not to be chosen: what is taken already. */
  taken?: readonly number[]
  /** Where nothing is offered before one types: what to type. */
  hint?: string
  /** Enter before the answer takes the only one, or only exact one: a scanner does not wait. */
  takesOnlyMatch?: boolean
}
export type PickerProps = Common &
  (
    | { multiple?: false; value?: number | null; onChange?(value: number | null): void }
    | { multiple: true; value?: readonly number[]; onChange?(value: number[]): void }
  )

interface Options {
  /** What is offered: what the server found, or all there is where the picker filters itself. */
  found: readonly Option[]
  /** What is chosen, with its names; it may not be among what was found. */
  chosen?: readonly Option[]
  isFetching: boolean
  /** The names of what is chosen are on their way. */
  isNaming?: boolean
  /** `found` answers this search, not the one before it. */
  isAnswered: boolean
  hasFailed?: boolean
  /** How many the server found in all. */
  count?: number
  filtersItself: boolean
}
/** `isWanted`: opened, or something is chosen; before that a picker asks the server nothing. */
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
  // the server would refuse it, and not say which field was meant
  const search = useDebounced(isTooLong ? '' : typed, 180)
  const chosen =
    props.multiple === true
      ? (props.value ?? [])
      : props.value === undefined || props.value === null
        ? []
        : [props.value]
  const answer = useOptions(search, chosen, isOpened || chosen.length > 0)
  const { isFetching, count, filtersItself, hasFailed = false, isNaming = isFetching } = answer
  // Until there is an answer to what stands in the field nothing can be taken: a scanner's Enter
  // comes before it.
  const isPending = !filtersItself && typed !== '' && (typed !== search || !answer.isAnswered)
  const isAway = useSyncExternalStore(onNetwork, knownSince) !== null
  const options = isTooLong || (hasFailed && isPending) ? [] : optionsFor(answer, typed)
  const remaining = count === undefined || isPending ? 0 : count - options.length
  const canTake = (option: Option) => !isPending && taken?.includes(option.value) !== true
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
  // A number says nothing to anybody.
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
      name ?? nameless(value),
    filterOption: filtersItself
      ? (input: string, option?: { text: string }) =>
          option?.text.toLocaleLowerCase().includes(input.toLocaleLowerCase()) === true
      : false,
    onInputKeyDown: (event: KeyboardEvent) => {
      // The library would close the list and forget what was typed.
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
    // A list of its own for each answer: the keyboard then stands on the first of it that can be
    // taken.
    popupRender: withRemaining(
      `${search} ${String(first?.value)} ${String(first !== undefined && canTake(first))}`,
      remaining,
    ),
    // As wide as its name: what stands in an empty field does not widen it by itself.
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

/** A list cut at its limit says so under it. */
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

/**
 * The found ones, with the chosen ones first when they are not among them; a search shows what it
 * found and nothing else.
 */
function optionsFor({ found, chosen = [], filtersItself }: Options, typed: string): Option[] {
  if (typed !== '' && !filtersItself) return [...found]
  const there = new Set(found.map((option) => option.value))
  return [...chosen.filter((option) => !there.has(option.value)), ...found]
}

interface Answer<Row> {
  /** The last answer there was, also to another question. */
  data?: { count: number; rows: readonly Row[] } | undefined
  /** The answer to this question. */
  currentData?: { count: number; rows: readonly Row[] } | undefined
  isFetching: boolean
  isError: boolean
}

/** What a search at the server and the names of what is chosen come to. */
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
