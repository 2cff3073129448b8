/**
 * Around a field in which a moment may be typed. What cannot be read stays there with the reason,
 * and the form is not sent: a date that is dropped in silence is a key that never expires. Enter
 * takes what was typed, and sends no form.
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
import { LATEST_DAY } from '#contract/rules/bounds.ts'
import styles from './MomentField.module.css'
import { faultOfTyped, typedFormats, type TypedFault, wireOfTyped, withTime } from './typed.ts'
import { fromWire, type MomentKind, toWire } from './wire.ts'

interface TypedMomentProps {
  kind: MomentKind
  /** What is chosen, as the wire has it: when it changes, the field shows it again. */
  chosen: string
  /** The last day that can be chosen. */
  latest?: string | undefined
  isWide?: boolean | undefined
  /** All of the text was taken out of the first or the second field. */
  onEmptied(index: number): void
  /** In the first or the second field stands a moment that only this has understood. */
  onCompleted(index: number, wire: string): void
  /**
   * True: what stands there, while one types too, is none that can be read, or nothing. False: it is
   * what is chosen again.
   */
  onUnread?: ((isUnread: boolean) => void) | undefined
  /** What the field is to be given. */
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
  isWide = false,
  onEmptied,
  onCompleted,
  onUnread,
  children,
}: TypedMomentProps) {
  const shell = useRef<HTMLSpanElement>(null)
  const said = useId()
  const wordsOf = useFaultWords(kind, latest)
  const { language } = useTranslation().i18n
  const [fault, setFault] = useState<TypedFault | null>(null)
  const [drawn, setDrawn] = useState(0)

  const fields = () => [...(shell.current?.querySelectorAll('input') ?? [])]
  /** By field; the picker puts its own moment in place of one that lies out of bounds. */
  const typed = useRef(new Map<number, string>())
  /** A form with a field that bears a reason is not sent by the browser. */
  const judge = (): TypedFault | null => {
    const faults = fields().map((field, index) => {
      const found = faultOfTyped(kind, (typed.current.get(index) ?? field.value).trim(), latest)
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
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- told of what is chosen, whoever hears it
  }, [chosen, drawn])
  const [drawnIn, setDrawnIn] = useState(language)
  // Another language writes the chosen moment anew, over what could not be read: its reason goes too.
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
  /** Before the picker hears of the key, as it takes no day without a time. */
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
  /** Left by a press elsewhere: the picker has made up its mind by then. */
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
   * A day chosen in the calendar stands in place of what could not be read. The picker writes it as
   * it is drawn next, but for the one that was chosen before: then it is drawn anew.
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
        // A pointer that passes over the calendar would write there, and then what stood there before.
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

/** As if it had been typed: the picker reads what it hears of, and nothing else. */
function write(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

function useFaultWords(kind: MomentKind, latest: string | undefined) {
  const { t } = useTranslation('common')
  // In the order in which the field has it, whichever way the sentence runs: Arabic writes a date
  // from the right and marks it so, the others from the left.
  const shown = (moment: dayjs.Dayjs | null) =>
    moment === null ? '' : `\u2068${moment.format(typedFormats[kind][0])}\u2069`
  const example = dayjs().endOf('year').hour(14).minute(30)
  return (fault: TypedFault): string =>
    fault === 'unreadable'
      ? t(kind === 'time' ? 'typedTimeUnreadable' : 'typedDayUnreadable', {
          example: shown(example),
        })
      : fault === 'outOfReach'
        ? t('typedDayOutOfReach')
        : t('typedDayTooLate', { day: shown(fromWire('day', latest ?? LATEST_DAY)) })
}
