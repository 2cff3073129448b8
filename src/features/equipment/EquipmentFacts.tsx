import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Output } from '#contract/endpoint.ts'
import { isPlain, keysOf, type SpecialKey } from '#contract/entityFields.ts'
import type { equipment } from '#contract/equipment/equipment.ts'
import {
  equipmentFields as fields,
  type EquipmentFields,
} from '#contract/equipment/equipmentFields.ts'
import { useFieldText } from '#entities/fields/useFieldText.tsx'
import { LabelState } from '#entities/labels/LabelState.tsx'
import { OrgEntityName } from '#entities/organisation/OrgEntityName.tsx'
import { PlacePath } from '#entities/whereabouts/PlacePath.tsx'
import { LastSeen, OnMap } from '#entities/whereabouts/Whereabouts.tsx'
import { Facts } from '#ui/panel/DetailPanel.tsx'
import { ColourTag, When } from '#ui/page/marks.tsx'
import { EquipmentYear } from '#entities/yearStrip/YearStrip.tsx'
import { metadataFacts } from '#entities/metadata/values.tsx'
import { ProgressSteps } from './ProgressSteps.tsx'
import styles from './bulk.module.css'

type Detail = Output<typeof equipment.getEquipment>
interface Fact {
  label: string
  value: ReactNode
}

export function EquipmentFacts({ detail }: { detail: Detail }) {
  const { t } = useTranslation(['equipment', 'common', 'entities'])
  const plainValue = useFieldText()
  const special: Record<SpecialKey<EquipmentFields>, Fact[]> = {
    type: [{ label: t('common:type'), value: <bdi>{detail.type.name}</bdi> }],
    status: [],
    location: [
      {
        label: t('keptIn'),
        value: detail.locationPath.length === 0 ? null : <PlacePath path={detail.locationPath} />,
      },
    ],
    orgEntity: [
      {
        label: t('entities:field_orgEntity'),
        value: detail.orgEntity && <OrgEntityName of={detail.orgEntity} />,
      },
    ],
    tags: [
      {
        label: t('common:tags'),
        value:
          detail.tags.length === 0 ? null : (
            <span className={styles.path}>
              {detail.tags.map((tag) => (
                <ColourTag key={tag.id} colour={tag.colour}>
                  {tag.name}
                </ColourTag>
              ))}
            </span>
          ),
      },
      { label: t('onMap'), value: <OnMap {...detail} /> },
      {
        label: t('lastSeen'),
        value:
          detail.lastSeen.rows.length === 0 ? null : (
            <LastSeen id={detail.id} lastSeen={detail.lastSeen} />
          ),
      },
    ],
    isStatic: [
      { label: t('entities:field_isStatic'), value: detail.isStatic ? t('common:yes') : null },
    ],
    metadata: metadataFacts(detail.metadata),
    details: detail.details.map((fact) => ({ label: fact.key, value: <bdi>{fact.value}</bdi> })),
  }
  const facts = keysOf(fields).flatMap((key) => {
    if (!isPlain(fields, key)) return special[key]
    if (key === 'name') return []
    return { label: t(`entities:field_${key}`), value: plainValue(fields[key], detail[key]) }
  })
  const dates = [
    { label: t('common:created'), value: <When at={detail.createdAt} as="date" /> },
    { label: t('common:updated'), value: <When at={detail.updatedAt} /> },
  ]
  return (
    <>
      <ProgressSteps detail={detail} />
      <EquipmentYear id={detail.id} />
      <Facts rows={[...facts.filter((row) => row.value !== null), ...dates]} />
      <LabelState of={{ equipmentId: detail.id }} />
    </>
  )
}
