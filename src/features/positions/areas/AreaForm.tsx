import { Form, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import { areaFault } from '#contract/rules/drawnArea.ts'
import type { Floor } from '#contract/rtls/rtlsShapes.ts'
import type { Position } from '#contract/venue/shapes.ts'
import { zones, type AreaRow } from '#contract/zones.ts'
import { useFetchNow } from '#api/fetchNow.ts'
import { zoneCalls } from '#entities/visits/calls.ts'
import { NamesakesOfForm } from '#entities/namesakes/Namesakes.tsx'
import { ColourField } from '#ui/form/ColourField.tsx'
import { EntityForm } from '#ui/form/EntityForm.tsx'
import { cornersOf } from './corners.ts'
import { CornersField, type PlanTouch } from './CornersField.tsx'
import { Outline } from './Outline.tsx'
import styles from './areas.module.css'

interface Values {
  name: string
  colour: Colour
  corners: Position[]
}
const valuesOf = (row: AreaRow | undefined): Values => ({
  name: row?.name ?? '',
  colour: row?.colour ?? 'turquoise',
  corners: row === undefined ? [] : cornersOf(row.outline),
})

const drawn = (corners: readonly Position[], other = corners) => (
  <Outline corners={corners} other={other} />
)

export function AreaForm({
  row,
  floor,
  onTouch,
  onShow,
  onDone,
}: {
  row: AreaRow | undefined
  floor: Floor
  onTouch(touch: PlanTouch): void
  onShow(corners: readonly Position[], chosen: number | null, colour: Colour): void
  /** `id`: the saved area, or null if none was saved. */
  onDone(id: number | null): void
}) {
  const { t } = useTranslation(['areas', 'common'])
  const [create] = zoneCalls.useCreateAreaMutation()
  const [update] = zoneCalls.useUpdateAreaMutation()
  const readNow = useFetchNow()
  const required = { required: true, message: t('common:required') }
  return (
    <div className={styles.form}>
      <h2>{row === undefined ? t('draw') : t('change')}</h2>
      <EntityForm<Values>
        initial={valuesOf(row)}
        {...(row === undefined ? {} : { version: row.version })}
        submitLabel={t('common:save')}
        onCancel={() => onDone(null)}
        refusals={{ taken: t('taken'), full: t('full') }}
        onSave={async (values, version) => {
          const body = { ...values, floorId: floor.id }
          const saved = await (row === undefined || version === undefined
            ? create({ body }).unwrap()
            : update({ params: { id: row.id }, body: { ...body, version } }).unwrap())
          setTimeout(() => onDone(saved.id), 0)
        }}
        fetchCurrent={async () => {
          const [now] = (await readNow(zones.listAreas, { body: { limit: 1, areaId: row?.id } }))
            .rows
          return now && { values: valuesOf(now), version: now.version }
        }}
        describe={({ name, colour, corners }, other) => ({
          name: { label: t('common:name'), value: name },
          colour: { label: t('common:colour'), value: t(`common:colour_${colour}`) },
          corners: {
            label: t('corners'),
            value: drawn(corners, other?.corners),
          },
        })}
      >
        <Form.Item
          name="name"
          label={t('common:name')}
          extra={<NamesakesOfForm kind="area" exceptId={row?.id} />}
          rules={[
            { ...required, whitespace: true },
            { max: 200, message: t('common:tooLong', { max: 200 }) },
          ]}
        >
          <Input autoComplete="off" dir="auto" />
        </Form.Item>
        <Form.Item name="colour" label={t('common:colour')}>
          <ColourField />
        </Form.Item>
        <Form.Item
          name="corners"
          label={t('corners')}
          rules={[
            {
              validator: (_, corners: Position[]) =>
                areaFault(corners, floor.outline) === null
                  ? Promise.resolve()
                  : Promise.reject(new Error(t('cornersMissing'))),
            },
          ]}
        >
          <CornersField floor={floor} onTouch={onTouch} onShow={onShow} />
        </Form.Item>
      </EntityForm>
    </div>
  )
}
