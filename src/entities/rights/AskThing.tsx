import { skipToken } from '@reduxjs/toolkit/query'
import { Segmented } from 'antd'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import type { people } from '#contract/people/people.ts'
import { LoadingState } from '#ui/feedback/states.tsx'
import { peopleCalls } from '#entities/calls/people.ts'
import { LocationTreePicker } from '#entities/pickers/LocationTreePicker.tsx'
import { EquipmentPicker } from '#entities/pickers/pickers.tsx'
import { ProcedurePicker } from '#entities/pickers/ProcedurePicker.tsx'
import type { AccessScopeKind } from './AccessScopeList.tsx'
import styles from './rights.module.css'

const kinds = ['equipment', 'location', 'procedure'] as const
const pickers = {
  equipment: EquipmentPicker,
  location: LocationTreePicker,
  procedure: ProcedurePicker,
}

export function AskThing({ userId }: { userId: number }) {
  const { t } = useTranslation(['people', 'entities'])
  const [kind, setKind] = useState<AccessScopeKind>('equipment')
  const [id, setId] = useState<number | null>(null)
  const { currentData, isFetching } = peopleCalls.useExplainThingQuery(
    id === null ? skipToken : { params: { id: userId }, body: { thing: { kind, id } } },
  )
  const Picker = pickers[kind]
  return (
    <div className={styles.rightsAsk}>
      <Segmented<AccessScopeKind>
        aria-label={t('rights.askKind')}
        value={kind}
        options={kinds.map((one) => ({ value: one, label: t(`entities:${one}`) }))}
        onChange={(next) => {
          setKind(next)
          setId(null)
        }}
      />
      <Picker
        key={kind}
        label={t(`entities:${kind}`)}
        value={id}
        onChange={(next: number | null) => setId(next)}
      />
      <div role="status" className={styles.rightsAnswer}>
        {currentData !== undefined ? (
          <Answer kind={kind} answer={currentData} />
        ) : isFetching ? (
          <LoadingState rows={1} />
        ) : (
          <span className="quiet">{t('rights.askHint')}</span>
        )}
      </div>
    </div>
  )
}

function Answer({
  kind,
  answer: { sees, type, because },
}: {
  kind: AccessScopeKind
  answer: Output<typeof people.explainThing>
}) {
  const { t } = useTranslation('people')
  return (
    <span className={sees ? styles.rightsYes : styles.rightsNo}>
      {because === 'allFlag' && t(`rights.answer.all.${kind}`)}
      {because === 'inactive' && t('rights.answer.inactive')}
      {(because === 'permittedType' || because === 'typeNotPermitted') && (
        <Trans
          t={t}
          i18nKey={`rights.answer.${because}`}
          values={{ type }}
          components={{ b: <bdi /> }}
        />
      )}
    </span>
  )
}
