import { Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { journalChanges, journalEntities } from '#contract/journal/journal.ts'
import type { JournalQuestion } from '#entities/journal/Journal.tsx'
import { UserPicker } from '#entities/pickers/pickers.tsx'
import { inAddress, type AddressPatch, type AddressValues } from '#lib/addressState.ts'
import { ExportButton } from '#entities/listExports/ExportButton.tsx'
import { FilterBar } from '#ui/list/FilterBar.tsx'
import { RangeField } from '#ui/dates/RangeField.tsx'
import { useWholeRange } from '#ui/dates/useWholeRange.ts'
import { foundBy } from '#ui/form/foundBy.ts'
import { useJournalKinds } from './useJournalKinds.ts'

export const journalAddress = {
  search: inAddress.text(),
  kind: inAddress.oneOf(['', ...journalEntities] as const, ''),
  how: inAddress.oneOf(['', ...journalChanges] as const, ''),
  who: inAddress.id('user'),
  /** Days of the company's calendar, both included. */
  from: inAddress.day(),
  to: inAddress.day(),
}
type State = AddressValues<typeof journalAddress>
type Patch = AddressPatch<typeof journalAddress>
const nothing: State = { search: '', kind: '', how: '', who: null, from: '', to: '' }

export function useJournalQuestion(state: State, change: (patch: Patch) => void): JournalQuestion {
  const range = useWholeRange(state, change)
  const search = state.search.trim()
  return {
    ...(search === '' ? {} : { search }),
    ...(state.kind === '' ? {} : { entity: state.kind }),
    ...(state.how === '' ? {} : { change: state.how }),
    ...(state.who === null ? {} : { userId: state.who }),
    ...range,
  }
}

const changeKeys = {
  created: 'journalCreated',
  updated: 'journalUpdated',
  deleted: 'journalDeleted',
} as const

export function JournalFilters({
  state,
  change,
  hasKind,
  asked,
}: {
  state: State
  change(patch: Patch, options?: { push?: boolean }): void
  hasKind: boolean
  asked: JournalQuestion
}) {
  const { t } = useTranslation('entities')
  const kinds = useJournalKinds()
  const narrow = (patch: Patch) => change(patch, { push: true })
  const isNarrowed = Object.entries(nothing).some(
    ([key, value]) => state[key as keyof State] !== value,
  )
  return (
    <FilterBar
      search={state.search}
      onSearch={(search) => change({ search })}
      searchLabel={t('journalSearch')}
      onClear={isNarrowed ? () => narrow(nothing) : undefined}
      end={<ExportButton lists={[{ list: 'journal', question: asked }]} />}
    >
      {hasKind && (
        <Select
          allowClear
          showSearch
          filterOption={foundBy('label')}
          placeholder={t('journalWhat')}
          aria-label={t('journalWhat')}
          value={state.kind === '' ? null : state.kind}
          onChange={(kind) => narrow({ kind: kind ?? '' })}
          popupMatchSelectWidth={false}
          options={kinds}
        />
      )}
      <Select
        allowClear
        placeholder={t('journalHow')}
        aria-label={t('journalHow')}
        value={state.how === '' ? null : state.how}
        onChange={(how) => narrow({ how: how ?? '' })}
        popupMatchSelectWidth={false}
        options={journalChanges.map((how) => ({ value: how, label: t(changeKeys[how]) }))}
      />
      <UserPicker
        label={t('journalWho')}
        value={state.who}
        onChange={(who: number | null) => narrow({ who })}
      />
      <RangeField
        aria-label={t('journalWhen')}
        value={state}
        placeholder={[t('journalFrom'), t('journalTo')]}
        onChange={narrow}
      />
    </FilterBar>
  )
}
