import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { TicketView } from '#contract/ticketViews.ts'
import { Dialog } from '#ui/dialog/Dialog.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useCountTicketViewsQuery, useListTicketViewsQuery } from './calls.ts'
import { ViewForm } from './ViewForm.tsx'
import { ViewLine } from './ViewLine.tsx'
import type { GivenSettings } from './viewSettings.ts'
import styles from './views.module.css'

interface Props {
  /** The list as it is now. */
  settings: GivenSettings
  currentId: number | null
  onClose(): void
}

/** Saved views with their counts, and a form for the list as it is now. */
export function TicketViews({ settings, currentId, onClose }: Props) {
  const { t } = useTranslation('tickets')
  const views = useListTicketViewsQuery()
  const rows = views.data?.rows ?? []
  const { data: counted } = useCountTicketViewsQuery(undefined, { skip: rows.length === 0 })
  const [edited, setEdited] = useState<number | 'new' | null>(null)
  const groups = [
    { title: t('views.own'), group: rows.filter(({ isShared }) => !isShared) },
    { title: t('views.shared'), group: rows.filter(({ isShared }) => isShared) },
  ].filter(({ group }) => group.length > 0)
  const handleDone = () => setEdited(null)
  return (
    <Dialog open title={t('views.label')} onCancel={onClose} footer={null}>
      {views.data === undefined ? (
        views.error === undefined ? (
          <LoadingState rows={3} />
        ) : (
          <ErrorState failure={views.error} onRetry={() => void views.refetch()} />
        )
      ) : rows.length === 0 ? (
        <p className="quiet">{t('views.none')}</p>
      ) : (
        groups.map(({ title, group }) => (
          <section key={title} aria-label={title}>
            <h3 className={styles.part}>{title}</h3>
            <ul className={styles.views}>
              {group.map((view: TicketView) => (
                <li key={view.id}>
                  {edited === view.id ? (
                    <ViewForm
                      view={view}
                      siblings={group}
                      settings={settings}
                      onDone={handleDone}
                    />
                  ) : (
                    <ViewLine
                      view={view}
                      count={counted?.counts.find(({ viewId }) => viewId === view.id)?.count}
                      isCurrent={view.id === currentId}
                      onEdit={() => setEdited(view.id)}
                      onOpen={onClose}
                    />
                  )}
                </li>
              ))}
            </ul>
          </section>
        ))
      )}
      <div className={styles.form}>
        {edited === 'new' ? (
          <ViewForm view={null} siblings={[]} settings={settings} onDone={handleDone} />
        ) : (
          <Button onClick={() => setEdited('new')}>{t('views.save')}</Button>
        )}
      </div>
    </Dialog>
  )
}
