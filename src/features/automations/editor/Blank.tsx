import { Popover } from 'antd'
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
} from 'react'
import { useTranslation } from 'react-i18next'
import styles from '../automations.module.css'

interface Props {
  /** What the blank is for, e.g. 'Ticket type'. */
  label: string
  /** What stands in it. */
  value: string
  /** Nothing chosen yet where something is needed. */
  isOpenQuestion?: boolean
  /** The picker; `close` when the choice is made. */
  children: (close: () => void) => ReactNode
}

/** A blank of the sentence: words that open their own picker. */
export function Blank({ label, value, isOpenQuestion = false, children }: Props) {
  const { t } = useTranslation('automations')
  const [state, setState] = useState<'closed' | 'open' | 'filled'>('closed')
  const isOpen = state === 'open'
  const setIsOpen = (next: boolean) => setState(next ? 'open' : 'closed')
  const blank = useRef<HTMLSpanElement>(null)
  // The picker lies at the end of the document; whoever comes by keyboard is taken there and back.
  const close = () => setState(isOpenQuestion ? 'filled' : 'closed')
  const handlePress = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    setIsOpen(true)
  }
  // Wherever the focus is: a list inside the picker may have taken it along and dropped it.
  useEffect(() => {
    if (!isOpen) return undefined
    const handleEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') setState('closed')
    }
    document.addEventListener('keydown', handleEscape, { capture: true })
    return () => document.removeEventListener('keydown', handleEscape, { capture: true })
  }, [isOpen])
  const content = useStaysInside(isOpen, (to, isByTab) => {
    if (to instanceof Node && blank.current?.contains(to) === true) return // its press closes it
    setState('closed')
    // The picker lies at the end of the document: the next Tab goes on from the blank.
    if (isByTab) blank.current?.focus()
  })
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isAdrift()) blank.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  // One that was filled leads to the next that is still to be filled.
  useEffect(() => {
    if (state === 'filled' && blank.current !== null) nextToFill(blank.current)?.click()
  }, [state])
  return (
    <Popover
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger="click"
      placement="bottom"
      destroyOnHidden
      title={label}
      content={
        <div
          className={styles.blankPicker}
          data-testid="blank-picker"
          ref={focusFirst}
          {...content}
        >
          {children(close)}
        </div>
      }
    >
      {/* A span, because a button's words cannot run on into the next line as the words of a sentence do. */}
      <span
        ref={blank}
        role="button"
        tabIndex={0}
        className={styles.blank}
        data-testid="blank"
        data-open-question={isOpenQuestion}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-label={t('blank.change', { blank: label, value })}
        onKeyDown={handlePress}
      >
        <bdi>{value}</bdi>
      </span>
    </Popover>
  )
}

/**
 * Says when the focus goes elsewhere while it is open. A picker's own list lies elsewhere in the
 * page, yet belongs to it: React hears its focus here.
 */
function useStaysInside(
  isOpen: boolean,
  onLeft: (to: EventTarget | null, isByTab: boolean) => void,
) {
  const inside = useRef<Event>(null)
  const isTab = useRef(false)
  const latest = useRef(onLeft)
  useEffect(() => {
    latest.current = onLeft
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const handleFocus = (event: globalThis.FocusEvent) => {
      if (event !== inside.current) latest.current(event.target, isTab.current)
    }
    document.addEventListener('focusin', handleFocus)
    return () => document.removeEventListener('focusin', handleFocus)
  }, [isOpen])
  return {
    onFocus: ({ nativeEvent }: FocusEvent) => {
      inside.current = nativeEvent
      isTab.current = false
    },
    onKeyDown: ({ key }: KeyboardEvent) => {
      isTab.current = key === 'Tab'
    },
  }
}

function nextToFill(after: HTMLElement): HTMLElement | undefined {
  if (after.dataset['openQuestion'] === 'true') return undefined
  const open = document.querySelectorAll<HTMLElement>(
    '[data-testid="blank"][data-open-question="true"]',
  )
  return [...open].find(
    (one) => (after.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  )
}

function focusFirst(picker: HTMLElement | null): void {
  picker?.querySelector<HTMLElement>('input:not(:disabled), button:not(:disabled)')?.focus()
}

/**
 * Is the focus in a picker that is closing, or nowhere? A press elsewhere on the page keeps its
 * own.
 */
function isAdrift(): boolean {
  const active = document.activeElement
  return (
    active === null ||
    active === document.body ||
    active.closest('.ant-popover, .ant-select-dropdown') !== null
  )
}
