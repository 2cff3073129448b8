import { Input, Segmented, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { procedureTargets } from '#contract/rules/procedureTargets.ts'
import { Namesakes } from '#entities/namesakes/Namesakes.tsx'
import { EquipmentTypePicker, ProcedureTypePicker } from '#entities/pickers/pickers.tsx'
import { asId } from '#lib/ids.ts'
import { useIsPhone } from '#lib/useMedia.ts'
import type { ProcedureDraft, ChangeDraft } from './draft.ts'
import type { DraftFault } from './faults.ts'
import { Labelled } from './Labelled.tsx'
import styles from './editor.module.css'

export function ProcedureFacts({
  draft,
  change,
  faults,
  saved,
}: {
  draft: ProcedureDraft
  change: ChangeDraft
  faults: readonly DraftFault[]
  saved: { id: number; name: string } | null
}) {
  const { t } = useTranslation('procedures')
  const isPhone = useIsPhone()
  const fault = (code: DraftFault['code']) =>
    faults.some((one) => one.questionId === null && one.code === code)
      ? t(`draftFault.${code}`)
      : undefined
  return (
    <section className={styles.procedureFacts} aria-label={t('editor.facts')}>
      <Labelled label={t('editor.name')} fault={fault('nameMissing')}>
        {(id) => (
          <Input
            id={id}
            dir="auto"
            size="large"
            maxLength={200}
            value={draft.name}
            status={fault('nameMissing') === undefined ? '' : 'error'}
            onChange={(event) =>
              change((before) => ({ ...before, name: event.target.value }), 'name')
            }
          />
        )}
      </Labelled>
      <Namesakes
        kind="procedure"
        name={draft.name === saved?.name ? '' : draft.name}
        exceptId={saved?.id}
      />
      <div className={styles.procedureFactsRow}>
        <Labelled label={t('editor.type')} fault={fault('typeMissing')}>
          {(id) => (
            <ProcedureTypePicker
              id={id}
              allowClear={false}
              label={t('editor.type')}
              value={draft.typeId}
              onChange={(typeId: number | null) => change((before) => ({ ...before, typeId }))}
            />
          )}
        </Labelled>
        <Labelled label={t('editor.target')}>
          {(id) => (
            <Segmented
              id={id}
              className={styles.targets}
              vertical={isPhone}
              aria-label={t('editor.target')}
              value={draft.target}
              onChange={(target) => change((before) => ({ ...before, target }))}
              options={procedureTargets.map((target) => ({
                value: target,
                label: t(`target.${target}`),
              }))}
            />
          )}
        </Labelled>
      </div>
      {draft.target !== 'location' && (
        <Labelled label={t('editor.equipmentTypes')} hint={t('editor.equipmentTypesHint')}>
          {(id) => (
            <EquipmentTypePicker
              multiple
              id={id}
              label={t('editor.equipmentTypes')}
              value={draft.equipmentTypeIds}
              onChange={(chosen: number[]) =>
                change((before) => ({
                  ...before,
                  equipmentTypeIds: chosen.map((one) => asId('equipmentType', one)),
                }))
              }
            />
          )}
        </Labelled>
      )}
      <Labelled label={t('editor.description')}>
        {(id) => (
          <Input.TextArea
            id={id}
            dir="auto"
            autoSize={{ minRows: 1, maxRows: 8 }}
            maxLength={5000}
            value={draft.description}
            onChange={(event) =>
              change((before) => ({ ...before, description: event.target.value }), 'description')
            }
          />
        )}
      </Labelled>
      <Labelled label={t('editor.isSigned')}>
        {(id) => (
          <span className={styles.procedureSigned}>
            <Switch
              id={id}
              checked={draft.isSigned}
              onChange={(isSigned) => change((before) => ({ ...before, isSigned }))}
            />
            <span className="quiet">{t('editor.isSignedHint')}</span>
          </span>
        )}
      </Labelled>
    </section>
  )
}
