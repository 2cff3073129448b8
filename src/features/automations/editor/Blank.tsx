import { Popover } from 'antd'
import { useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

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
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Popover
      open={isOpen} onOpenChange={setIsOpen} trigger="click" placement="bottom" destroyOnHidden title={label}
      content={<div className="blank-picker">{children(() => setIsOpen(false))}</div>}
    >
      <button type="button" className="blank" data-open-question={isOpenQuestion} aria-haspopup="dialog" aria-expanded={isOpen} aria-label={t('blank.change', { blank: label, value })}>
        <bdi>{value}</bdi>
      </button>
    </Popover>
  )
}
