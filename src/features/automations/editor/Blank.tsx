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
  label: string
  value: string
  isOpenQuestion?: boolean
  children: (close: () => void) => ReactNode
}

export function Blank({ label, value, isOpenQuestion = false, children }: Props) {
  const { t } = useTranslation('automations')
  const [state, setState] = useState<'closed' | 'open' | 'filled'>('closed')
  const isOpen = state === 'open'
  const setIsOpen = (next: boolean) => setState(next ? 'open' : 'closed')
  const blank = useRef<HTMLSpanElement>(null)
  // The picker is at the end of the document, so the focus moves there and back.
  const close = () => setState(isOpenQuestion ? 'filled' : 'closed')
  const handlePress = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return
    event.preventDefault()
    setIsOpen(true)
  }
  // Listens on the document, because a list inside the picker may have taken and lost the focus.
  useEffect(() => {
    if (!isOpen) return undefined
    const handleEscape = (event: globalThis.KeyboardEvent) => {
      if (event.key === 'Escape') setState('closed')
    }
    document.addEventListener('keydown', handleEscape, { capture: true })
    return () => document.removeEventListener('keydown', handleEscape, { capture: true })
  }, [isOpen])
  const content = useStaysInside(isOpen, (to, isByTab) => {
    if (to instanceof Node && blank.current?.contains(to) === true) return // a press on the blank itself closes the picker
    setState('closed')
    // The picker is at the end of the document; Tab must continue from the blank.
    if (isByTab) blank.current?.focus()
  })
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen && isAdrift()) blank.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  // A filled blank opens the next empty one.
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
      {/* A span, because the text of a button cannot wrap with the sentence. */}
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
 * Reports when the focus leaves the open picker. Its list is elsewhere in the DOM, but React
 * bubbles its focus events here.
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

/** True if the focus is in a closing picker or lost. A press elsewhere keeps its own focus. */
function isAdrift(): boolean {
  const active = document.activeElement
  return (
    active === null ||
    active === document.body ||
    active.closest('.ant-popover, .ant-select-dropdown') !== null
  )
}
