import { DeleteOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { DashboardCategory } from '#contract/dashboards/dashboardItems.ts'
import { isApiFailure } from '#api/http.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { DetailPanel } from '#ui/panel/DetailPanel.tsx'
import { ErrorState, LoadingState } from '#ui/feedback/states.tsx'
import { useConfirmDelete } from '#ui/dialog/useConfirm.ts'
import { itemCalls } from './calls.ts'
import { answerToShow } from '#ui/list/listQuery.ts'
import styles from './cards/cards.module.css'

export function CategoriesPanel({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('dashboards')
  const query = itemCalls.useListDashboardCategoriesQuery()
  const { error, refetch } = query
  const data = answerToShow(query)
  return (
    <DetailPanel title={t('categories')} onClose={onClose}>
      {data === undefined ? (
        error === undefined ? (
          <LoadingState />
        ) : (
          <ErrorState failure={error} onRetry={() => void refetch()} />
        )
      ) : data.rows.length === 0 ? (
        <p className="quiet">{t('categoriesNone')}</p>
      ) : (
        <ul className={styles.categoryList}>
          {data.rows.map((category) => (
            <Category key={`${category.id} ${category.version}`} category={category} />
          ))}
        </ul>
      )}
    </DetailPanel>
  )
}

function Category({ category }: { category: DashboardCategory }) {
  const { t } = useTranslation(['dashboards', 'common'])
  const format = useFormat()
  const confirmDelete = useConfirmDelete()
  const [rename, renaming] = itemCalls.useUpdateDashboardCategoryMutation()
  const [remove, removing] = itemCalls.useDeleteDashboardCategoryMutation()
  const takenId = useId()
  const isTaken =
    isApiFailure(renaming.error) &&
    renaming.error.errors.some(({ code }) => code === 'alreadyThere')
  const texts = { count: category.cards, number: format.number(category.cards) }
  function handleName(input: HTMLInputElement): void {
    const name = input.value.trim()
    if (name === '') input.value = category.name
    else if (name !== category.name)
      void rename({ params: { id: category.id }, body: { name, version: category.version } })
  }
  async function handleDelete(): Promise<void> {
    if (
      await confirmDelete(
        category.name,
        category.cards === 0 ? t('common:permanent') : t('categoryFrees', texts),
      )
    )
      await remove({ params: { id: category.id } })
  }
  return (
    <li>
      <Input
        dir="auto"
        maxLength={200}
        defaultValue={category.name}
        disabled={renaming.isLoading}
        aria-invalid={isTaken}
        {...(isTaken && { status: 'error', 'aria-describedby': takenId })}
        aria-label={`${t('categoryName')}: ${category.name}`}
        onBlur={(event) => handleName(event.currentTarget)}
        onPressEnter={(event) => event.currentTarget.blur()}
      />
      <Link to={pathTo('dashboardItems', undefined, { category: category.id })}>
        {t('categoryCards', texts)}
      </Link>
      <Button
        type="text"
        danger
        icon={<DeleteOutlined aria-hidden />}
        loading={removing.isLoading}
        aria-label={`${t('common:delete')}: ${category.name}`}
        onClick={() => void handleDelete()}
      />
      {isTaken && (
        <p id={takenId} className={styles.categoryTaken}>
          {t('common:alreadyUsed')}
        </p>
      )}
    </li>
  )
}
