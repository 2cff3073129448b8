import {
  CopyOutlined,
  EditOutlined,
  MoreOutlined,
  PrinterOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate, useParams } from 'react-router-dom'
import type { Dashboard, CardView } from '#contract/dashboards/dashboards.ts'
import { pathTo } from '#lib/paths.ts'
import { DeleteBoard } from '#entities/insight/DeleteBoard.tsx'
import { useMay } from '#entities/session/useSession.ts'
import { useAddressState } from '#lib/addressState.ts'
import { DropMenu } from '#ui/page/DropMenu.tsx'
import { Page } from '#ui/page/Page.tsx'
import { answerToShow } from '#ui/list/listQuery.ts'
import { EmptyState, ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { boardShape } from './boardAddress.ts'
import { BoardHead } from './BoardHead.tsx'
import { BoardCard } from './cards/BoardCard.tsx'
import { dashboardCalls } from './calls.ts'
import { CloneCard } from './CloneCard.tsx'
import { RowsPanel } from './RowsPanel.tsx'
import { SharingPanel } from './SharingPanel.tsx'
import styles from './board.module.css'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { menuLink, useMenuLinks } from '#ui/page/menuLinks.tsx'

export function DashboardPage() {
  const { t } = useTranslation('titles')
  const id = Number(useParams()['dashboardId'])
  const query = dashboardCalls.useGetDashboardQuery({ params: { id } })
  const { error, refetch } = query
  const data = answerToShow(query)
  const back = { to: pathTo('dashboards'), label: t('dashboards') }
  if (data !== undefined) return <Board key={id} board={data} back={back} />
  return (
    <Page title={t('dashboard')} back={back}>
      {error === undefined ? (
        <LoadingState />
      ) : (
        <ErrorState failure={error} onRetry={() => void refetch()} />
      )}
    </Page>
  )
}

function Board({ board, back }: { board: Dashboard; back: { to: string; label: string } }) {
  const { t } = useTranslation(['dashboards', 'common'])
  const navigate = useNavigate()
  const mayEdit = useMay('editor|dashboards')
  const [state, change] = useAddressState(boardShape)
  const [cloning, setCloning] = useState<CardView | null>(null)
  const cards = board.data.chapters.flatMap(({ items }) => items)
  const current = cards.find(({ id }) => id === state.card)
  const panel =
    current !== undefined ? (
      <RowsPanel
        key={`${current.id} ${state.cardAt}`}
        card={current}
        dashboardId={board.id}
        state={state}
        onChange={change}
        onClose={() => change({ card: null, cardAt: '', tab: 'counted', page: 1 }, { push: true })}
      />
    ) : (
      state.share &&
      mayEdit && (
        <SharingPanel board={board} onClose={() => change({ share: false }, { push: true })} />
      )
    )
  const [remove] = dashboardCalls.useDeleteDashboardMutation()
  const handleDelete = async () => (await remove({ params: { id: board.id } })).error === undefined
  const actions = (
    <>
      <Button icon={<PrinterOutlined aria-hidden />} onClick={() => window.print()}>
        {t('print')}
      </Button>
      {mayEdit && (
        <Button
          icon={<TeamOutlined aria-hidden />}
          onClick={() => change({ share: true, card: null }, { push: true })}
        >
          {t('share')}
        </Button>
      )}
      {mayEdit && (
        <LinkButton
          type="primary"
          icon={<EditOutlined aria-hidden />}
          to={pathTo('dashboardEditor', { dashboardId: board.id })}
        >
          {t('common:edit')}
        </LinkButton>
      )}
      {mayEdit && (
        <DeleteBoard
          name={board.name}
          hint={t('deleteHint')}
          onDelete={handleDelete}
          onDeleted={() => void navigate(back.to, { replace: true })}
        />
      )}
    </>
  )
  return (
    <Page title={board.name} back={back} actions={actions} panel={panel}>
      <div className={`${styles.board} print-whole`}>
        <BoardHead board={board} state={state} onChange={change} />
        {cards.length === 0 && (
          <EmptyState
            title={t('noCards')}
            hint={t('noCardsHint')}
            action={
              mayEdit && (
                <Link to={pathTo('dashboardEditor', { dashboardId: board.id })}>
                  {t('common:edit')}
                </Link>
              )
            }
          />
        )}
        {board.data.chapters.map((chapter, index) => (
          <section
            className={styles.chapter}
            key={`${index} ${chapter.title}`}
            aria-label={chapter.title}
          >
            <h2>
              <bdi>{chapter.title}</bdi>
            </h2>
            <div className={styles.cardGrid}>
              {chapter.items.map((card) => (
                <div key={card.id} className={styles.cardCell} style={{ '--width': card.width }}>
                  <BoardCard
                    card={card}
                    dashboardId={board.id}
                    moment={state}
                    isCurrent={card.id === state.card}
                    onOpen={(part, cardAt = '') =>
                      change(
                        { card: card.id, cardAt, tab: part, page: 1, share: false },
                        { push: true },
                      )
                    }
                    menu={mayEdit && <CardMenu card={card} onClone={() => setCloning(card)} />}
                  />
                </div>
              ))}
            </div>
          </section>
        ))}
      </div>
      {cloning !== null && (
        <CloneCard card={cloning} dashboardId={board.id} onClose={() => setCloning(null)} />
      )}
    </Page>
  )
}

function CardMenu({ card, onClone }: { card: CardView; onClone(): void }) {
  const { t } = useTranslation(['dashboards', 'common'])
  const handleKey = useMenuLinks()
  const items = [
    { key: 'clone', icon: <CopyOutlined aria-hidden />, label: t('clone') },
    menuLink(
      pathTo('dashboardItem', { dashboardItemId: card.id }),
      t('editCard'),
      <EditOutlined aria-hidden />,
    ),
  ]
  return (
    <DropMenu
      menu={{
        items,
        onClick: (pressed) => (pressed.key === 'clone' ? onClone() : handleKey(pressed)),
      }}
    >
      <Button
        type="text"
        size="small"
        icon={<MoreOutlined aria-hidden />}
        aria-label={`${t('common:moreActions')}: ${card.name}`}
      />
    </DropMenu>
  )
}
