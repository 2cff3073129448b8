/**
 * Wraps a field for typed dates. Unreadable text stays with an error and blocks the form, because a
 * silently dropped date could mean a key that never expires. Enter accepts the text without
 * submitting.
 */
import {
  type FocusEvent,
  type FormEvent,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import dayjs from 'dayjs'
import { useTranslation } from 'react-i18next'
import { EARLIEST_DAY, LATEST_DAY } from '#contract/rules/bounds.ts'
import styles from './MomentField.module.css'
import { faultOfTyped, typedFormats, type TypedFault, wireOfTyped, withTime } from './typed.ts'
import { fromWire, type MomentKind, toWire } from './wire.ts'

interface TypedMomentProps {
  kind: MomentKind
  /** The chosen value in the API's format. When it changes, the field shows it. */
  chosen: string
  latest?: string | undefined
  earliest?: string | undefined
  isWide?: boolean | undefined
  onEmptied(index: number): void
  /** Called when the first or second field holds a value that only this component could parse. */
  onCompleted(index: number, wire: string): void
  /**
   * Called with true while the typed text is unreadable or empty, also during typing. False: the
   * chosen value applies again.
   */
  onUnread?: ((isUnread: boolean) => void) | undefined
  children(field: {
    key: number
    preserveInvalidOnBlur: true
    previewValue: false
    format: string[]
    status?: 'error'
    'aria-describedby'?: string
  }): ReactNode
}

export function TypedMoment({
  kind,
  chosen,
  latest,
  earliest,
  isWide = false,
  onEmptied,
  onCompleted,
  onUnread,
  children,
}: TypedMomentProps) {
  const shell = useRef<HTMLSpanElement>(null)
  const said = useId()
  const wordsOf = useFaultWords(kind, latest, earliest)
  const { language } = useTranslation().i18n
  const [fault, setFault] = useState<TypedFault | null>(null)
  const [drawn, setDrawn] = useState(0)

  const fields = () => [...(shell.current?.querySelectorAll('input') ?? [])]
  /** Typed text by field. The picker replaces a date out of bounds. */
  const typed = useRef(new Map<number, string>())
  /** Sets a validity message, because the browser then does not submit the form. */
  const judge = (): TypedFault | null => {
    const faults = fields().map((field, index) => {
      const found = faultOfTyped(
        kind,
        (typed.current.get(index) ?? field.value).trim(),
        latest,
        earliest,
      )
      field.setCustomValidity(found === null ? '' : wordsOf(found))
      return found
    })
    return faults.find((found) => found !== null) ?? null
  }
  useEffect(() => {
    typed.current.clear()
    for (const field of fields()) field.setCustomValidity('')
    setFault(null)
    onUnread?.(false)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new callback must not clear the field again
  }, [chosen, drawn])
  const [drawnIn, setDrawnIn] = useState(language)
  // A new language rewrites the field with the chosen value, so the error goes too.
  if (drawnIn !== language) {
    setDrawnIn(language)
    if (fault !== null && chosen.trim() !== '') setDrawn(drawn + 1)
  }

  const isTyped = (target: EventTarget): target is HTMLInputElement =>
    target instanceof HTMLInputElement && shell.current?.contains(target) === true
  const handleInput = ({ target }: FormEvent) => {
    if (!isTyped(target)) return
    typed.current.set(fields().indexOf(target), target.value)
    const found = judge()
    if (found === null) setFault(null)
    if (found !== null || (target.value === '' && chosen !== '')) onUnread?.(true)
    else if (wireOfTyped(kind, target.value) === chosen) onUnread?.(false)
  }
  const momentOf = (target: HTMLInputElement) => {
    const index = fields().indexOf(target)
    const before = chosen.split(' ')[index] ?? ''
    return kind === 'minute' ? withTime(target.value, before, index === 1) : null
  }
  /** Runs before the picker handles the key, because the picker refuses a day without a time. */
  const handleTaken = ({ key, target }: KeyboardEvent) => {
    if ((key !== 'Enter' && key !== 'Tab') || !isTyped(target)) return
    const moment = momentOf(target)
    if (moment !== null) flushSync(() => write(target, moment.format(typedFormats.minute[0])))
  }
  const handleLeft = ({ target }: { target: EventTarget }) => {
    if (!isTyped(target)) return
    setFault(judge())
    if (target.value === '' && chosen !== '') onEmptied(fields().indexOf(target))
  }
  /** On a click elsewhere the picker has already decided. */
  const handleBlur = (event: FocusEvent) => {
    const moment = isTyped(event.target) ? momentOf(event.target) : null
    if (moment === null || !isTyped(event.target)) return handleLeft(event)
    const index = fields().indexOf(event.target)
    typed.current.set(index, moment.format(typedFormats.minute[0]))
    const found = judge()
    setFault(found)
    if (found !== null) return
    onCompleted(index, toWire('minute', moment))
    if (shell.current?.contains(event.relatedTarget) !== true) setDrawn(drawn + 1)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !isTyped(event.target)) return
    event.preventDefault()
    handleLeft(event)
  }
  /**
   * A day from the calendar replaces the unreadable text. The picker does not redraw if the same
   * day is chosen again, so this does.
   */
  const handleClick = ({ target }: MouseEvent) => {
    const isOfCalendar = target instanceof Element && shell.current?.contains(target) === false
    if (fault === null || !isOfCalendar || target.closest('td') === null) return
    typed.current.clear()
    requestAnimationFrame(() => {
      if (judge() !== null) return setDrawn(drawn + 1)
      setFault(null)
      onUnread?.(false)
    })
  }
  return (
    <span
      ref={shell}
      role="presentation"
      className={isWide ? `${styles.typed} ${styles.wide}` : styles.typed}
      onInput={handleInput}
      onBlur={handleBlur}
      onKeyDownCapture={handleTaken}
      onKeyDown={handleKeyDown}
      onClick={handleClick}
    >
      {children({
        key: drawn,
        preserveInvalidOnBlur: true,
        // Without this, hovering over the calendar would overwrite the text.
        previewValue: false,
        format: typedFormats[kind],
        ...(fault !== null && { status: 'error', 'aria-describedby': said }),
      })}
      {fault !== null && (
        <span id={said} role="alert" className={styles.fault}>
          {wordsOf(fault)}
        </span>
      )}
    </span>
  )
}

/** Simulates typing: the picker reads only input events. */
function write(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function useFaultWords(kind: MomentKind, latest: string | undefined, earliest = EARLIEST_DAY) {
  const { t } = useTranslation('common')
  // Isolated, so that the date keeps its order in any sentence. Arabic marks dates right to left.
  const shown = (moment: dayjs.Dayjs | null) =>
    moment === null ? '' : `\u2068${moment.format(typedFormats[kind][0])}\u2069`
  const example = dayjs().endOf('year').hour(14).minute(30)
  return (fault: TypedFault): string =>
    fault === 'unreadable'
      ? t(kind === 'time' ? 'typedTimeUnreadable' : 'typedDayUnreadable', {
          example: shown(example),
        })
      : fault === 'outOfReach'
        ? t('typedDayOutOfReach', { first: earliest.slice(0, 4) })
        : t('typedDayTooLate', { day: shown(fromWire('day', latest ?? LATEST_DAY)) })
}
