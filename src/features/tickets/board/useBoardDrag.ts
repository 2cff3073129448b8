import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'

export interface Held {
  ticketId: number
  title: string
  from: string
  over: string
}

interface Drag {
  columns: readonly string[]
  onDrop(held: Held): void
  onPick(held: Held): void
  onCancel(): void
}

/** Pixels that a pointer moves before a press is a drag. */
const THRESHOLD = 6
/** Near its edge the board scrolls, by this many pixels a move. */
const EDGE = 48
const EDGE_STEP = 14

/** Moves a card between columns, by pointer or keyboard. */
export function useBoardDrag({ columns, onDrop, onPick, onCancel }: Drag) {
  const [held, setHeld] = useState<Held | null>(null)
  const press = useRef<{ x: number; y: number; held: Held; isDragging: boolean } | null>(null)
  const wasDragged = useRef(false)

  const pick = (next: Held) => {
    setHeld(next)
    onPick(next)
  }
  const drop = (now: Held) => {
    setHeld(null)
    if (now.over === now.from) onCancel()
    else onDrop(now)
  }
  const cancel = () => {
    press.current = null
    setHeld(null)
    onCancel()
  }

  const grip = (of: Omit<Held, 'over'>) => ({
    'aria-pressed': held?.ticketId === of.ticketId,
    onBlur() {
      if (held !== null && press.current === null) cancel()
    },
    onKeyDown(event: KeyboardEvent) {
      const isHeld = held !== null && held.ticketId === of.ticketId
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault()
        if (isHeld) drop(held)
        else pick({ ...of, over: of.from })
        return
      }
      if (!isHeld) return
      if (event.key === 'Escape') {
        event.stopPropagation()
        cancel()
        return
      }
      const step = stepOf(event.key, getComputedStyle(event.currentTarget).direction === 'rtl')
      if (step === 0) return
      event.preventDefault()
      const over = columns[columns.indexOf(held.over) + step]
      if (over !== undefined) pick({ ...held, over })
    },
  })

  const card = (of: Omit<Held, 'over'>) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const onGrip = event.target instanceof Element && event.target.closest('[data-grip]') !== null
      // A finger on the card scrolls; on the grip it drags.
      if (event.button !== 0 || (event.pointerType !== 'mouse' && !onGrip)) return
      wasDragged.current = false
      press.current = {
        x: event.clientX,
        y: event.clientY,
        held: { ...of, over: of.from },
        isDragging: false,
      }
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const now = press.current
      if (now === null || now.held.ticketId !== of.ticketId) return
      const [dx, dy] = [event.clientX - now.x, event.clientY - now.y]
      const element = event.currentTarget
      if (!now.isDragging) {
        if (Math.hypot(dx, dy) < THRESHOLD) return
        now.isDragging = true
        element.setPointerCapture(event.pointerId)
        setHeld(now.held)
      }
      element.style.transform = `translate(${dx}px, ${dy}px)`
      scrollAtEdge(element, event.clientX)
      const over = columnAt(event.clientX, event.clientY)
      if (over === null || over === now.held.over) return
      now.held = { ...now.held, over }
      setHeld(now.held)
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      const now = press.current
      press.current = null
      event.currentTarget.style.transform = ''
      if (now?.isDragging !== true) return
      wasDragged.current = true
      drop(now.held)
    },
    onPointerCancel(event: PointerEvent<HTMLElement>) {
      event.currentTarget.style.transform = ''
      if (press.current?.isDragging === true) cancel()
      press.current = null
    },
    /** A drag ends with a click, which must not open the ticket. */
    onClickCapture(event: { preventDefault(): void; stopPropagation(): void }) {
      if (!wasDragged.current) return
      wasDragged.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  })
  return { held, grip, card }
}

function stepOf(key: string, isRightToLeft: boolean): -1 | 0 | 1 {
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0
  return (key === 'ArrowRight') === isRightToLeft ? -1 : 1
}

function columnAt(x: number, y: number): string | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const column = element.closest<HTMLElement>('[data-column]')?.dataset['column']
    // The dragged card lies over its own column until it leaves it.
    if (column !== undefined && element.closest('[data-dragged]') === null) return column
  }
  return null
}

function scrollAtEdge(card: HTMLElement, x: number): void {
  const board = card.closest<HTMLElement>('[data-board]')
  if (board === null) return
  const { left, right } = board.getBoundingClientRect()
  if (x < left + EDGE) board.scrollBy({ left: -EDGE_STEP })
  if (x > right - EDGE) board.scrollBy({ left: EDGE_STEP })
}
