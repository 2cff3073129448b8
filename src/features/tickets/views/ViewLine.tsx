import { DeleteOutlined, EditOutlined, StarFilled, StarOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { MAX_VIEW_COUNT } from '#contract/ticketViewBounds.ts'
import type { TicketView } from '#contract/ticketViews.ts'
import { useMay } from '#entities/session/useSession.ts'
import { useFormat } from '#lib/format.tsx'
import { pathTo } from '#lib/paths.ts'
import { useUndoableToast } from '#ui/feedback/toaster/undo.ts'
import {
  useChooseTicketViewMutation,
  useDeleteTicketViewMutation,
  useRestoreTicketViewMutation,
} from './calls.ts'
import { useMissingText } from './useMissingText.ts'
import { addressOf } from './viewSettings.ts'
import styles from './views.module.css'

interface Props {
  view: TicketView
  /** Undefined until it is counted. */
  count: number | undefined
  isCurrent: boolean
  onEdit(): void
  onOpen(): void
}

export function ViewLine({ view, count, isCurrent, onEdit, onOpen }: Props) {
  const { t } = useTranslation('tickets')
  const format = useFormat()
  const mayShare = useMay('editor|management')
  const showUndoable = useUndoableToast()
  const missingText = useMissingText()
  const [remove] = useDeleteTicketViewMutation()
  const [restore] = useRestoreTicketViewMutation()
  const [choose] = useChooseTicketViewMutation()
  const { id, name, settings, isShared, isDefault } = view
  const handleDelete = async () => {
    const { data } = await remove({ params: { id } })
    if (data === undefined) return
    showUndoable(
      { level: 'success', message: t('views.deleted', { name }) },
      () => void restore({ params: { id } }),
    )
  }
  const said =
    count === undefined
      ? ''
      : count > MAX_VIEW_COUNT
        ? `${format.number(MAX_VIEW_COUNT)}+`
        : format.number(count)
  return (
    <>
      <div className={styles.line}>
        <Link
          to={`${pathTo('tickets')}?${addressOf(settings) || 'list=open'}`}
          className={isCurrent ? styles.current : ''}
          aria-current={isCurrent ? 'true' : undefined}
          onClick={onOpen}
        >
          <bdi>{name}</bdi>
        </Link>
        <span className="numbers quiet">{said}</span>
        <Button
          type="text"
          size="small"
          aria-pressed={isDefault}
          aria-label={t('views.opens', { name })}
          title={isDefault ? t('views.isDefault') : t('views.default')}
          icon={isDefault ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />}
          onClick={() => void choose({ body: { viewId: isDefault ? null : id } })}
        />
        {(mayShare || !isShared) && (
          <>
            <Button
              type="text"
              size="small"
              aria-label={t('views.edit', { name })}
              title={t('views.edit', { name })}
              icon={<EditOutlined aria-hidden />}
              onClick={onEdit}
            />
            <Button
              type="text"
              size="small"
              aria-label={t('views.delete', { name })}
              title={t('views.delete', { name })}
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => void handleDelete()}
            />
          </>
        )}
      </div>
      {view.missing.length > 0 && <p className="quiet">{missingText(view.missing)}</p>}
    </>
  )
}
