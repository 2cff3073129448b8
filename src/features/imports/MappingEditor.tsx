import { Button, Checkbox, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  importExtras,
  importFields,
  importKeys,
  metadataColumnOf,
  metadataFieldOf,
  importedThings,
  isKnownByName,
  nameFieldOf,
  hasFacts,
  type ImportJob,
  type ImportMapping,
  type MetadataColumn,
} from '#contract/imports.ts'
import { dayOfNumber, firstDayNumber } from '#contract/dates/dayNumber.ts'
import type { MetadataOwner } from '#contract/rules/metadata.ts'
import type { EntityFields } from '#contract/entityFields.ts'
import { joinedUse } from '#contract/importReading.ts'
import { fieldLabelKey } from '#contract/rules/fieldLabelKey.ts'
import { useFormat } from '#lib/format.tsx'
import { Section } from '#ui/page/Page.tsx'
import { wordCalls } from '#entities/pickers/wordPickers.tsx'
import { PartsNote } from './PartsNote.tsx'
import { ReadingChoice } from './ReadingChoice.tsx'
import { ShapeNote } from './ShapeNote.tsx'
import styles from './imports.module.css'

type Target = ImportMapping['columns'][number]

const dayOrders = ['unclear', 'dayFirst', 'monthFirst'] as const
type DayOrder = (typeof dayOrders)[number]
const decimalSigns = ['unclear', 'comma', 'point'] as const
type OwnWord = 'ignore' | 'detail' | (typeof importKeys)[keyof typeof importKeys]
const dated = new Set(['day', 'instant', 'minute'])
const own: readonly Target[] = ['detail']
/** Kinds whose rows may have own fields. */
const ownerOf: Partial<Record<ImportJob['kind'], MetadataOwner>> = {
  equipment: 'equipment',
  locations: 'location',
  tickets: 'ticket',
}
const isMetadata = (target: Target): target is MetadataColumn => metadataFieldOf(target) !== null
const isOwnWord = (target: Target, key: Target): target is OwnWord =>
  target === 'ignore' || target === 'detail' || target === key

export function MappingEditor({
  job,
  isChecking,
  onCheck,
}: {
  job: ImportJob
  isChecking: boolean
  onCheck(mapping: ImportMapping): void
}) {
  const { t } = useTranslation(['imports', 'entities'])
  const [columns, setColumns] = useState<Target[]>(job.mapping.columns)
  const [type, setType] = useState(job.mapping.defaults.type ?? '')
  const [emptyValues, setEmptyValues] = useState(job.mapping.emptyValues)
  const [dayOrder, setDayOrder] = useState<DayOrder>(job.mapping.dayOrder ?? 'unclear')
  const [decimalSign, setDecimalSign] = useState<(typeof decimalSigns)[number]>(
    job.mapping.decimalSign ?? 'unclear',
  )
  const [makesPlaces, setMakesPlaces] = useState(job.mapping.makesPlaces === true)
  const [dayNumbers, setDayNumbers] = useState(job.mapping.dayNumbers === true)
  const format = useFormat()
  const ids = { type: useId(), empty: useId(), days: useId(), numbers: useId() }
  const belongsTo = ownerOf[job.kind]
  const { data: metadata } = wordCalls.useGetMetadataFieldsQuery(
    { params: { belongsTo: belongsTo ?? 'equipment' } },
    { skip: belongsTo === undefined },
  )
  const metadataNames = new Map(metadata?.rows.map(({ id, name }) => [Number(id), name]))
  /** Label of a column's target. Key columns are marked. */
  const word = (target: Target) =>
    isMetadata(target)
      ? (metadataNames.get(metadataFieldOf(target) ?? 0) ?? '…')
      : isOwnWord(target, importKeys[job.kind])
        ? t(`as_${target}`)
        : t(`entities:${fieldLabelKey(job.kind, target)}`)
  const fields: readonly Target[] = [
    ...importFields[job.kind],
    ...importExtras[job.kind],
    ...[...metadataNames.keys()].map(metadataColumnOf),
  ]
  const targets: Target[] = ['ignore', ...(hasFacts(job.kind) ? own : []), ...fields]
  const byName = isKnownByName(job.kind)
  const nameField = nameFieldOf(job.kind)
  const entityFields: EntityFields = importedThings[job.kind]
  const hasDays = columns.some((column) => dated.has(entityFields[column]?.kind ?? ''))
  const isNumber = (column: Target) =>
    entityFields[column]?.kind === 'number' ||
    metadata?.rows.find(({ id }) => Number(id) === metadataFieldOf(column))?.dataType === 'number'
  const hasNumbers = job.reading?.format !== 'xlsx' && columns.some(isNumber)
  const isFrom1904 = job.reading?.format === 'xlsx' && job.reading.isFrom1904 === true
  /** In a column of days: true if the sample contains only day numbers. */
  const dayNumber = columns
    .map((column, index) =>
      entityFields[column]?.kind === 'day'
        ? firstDayNumber(
            job.sample.map((row) => row[index] ?? ''),
            isFrom1904,
          )
        : null,
    )
    .find((number) => number !== null)
  /** True if rows of several sheets are joined and some of them use the column. */
  const isJoined = (heading: string, index: number) =>
    job.reading?.format === 'xlsx' &&
    job.reading.parts !== undefined &&
    columns[index] === 'ignore' &&
    joinedUse(heading) !== undefined
  const hasType = 'type' in importedThings[job.kind]
  const twice = fields.find((field) => columns.filter((column) => column === field).length > 1)
  const hasKey = columns.includes(importKeys[job.kind]) || columns.includes('serialNumber')
  const fault =
    !hasKey && !(nameField !== undefined && columns.includes(nameField))
      ? byName
        ? t('needsName')
        : t('needsKey', { field: t(`entities:${fieldLabelKey(job.kind, importKeys[job.kind])}`) })
      : twice === undefined
        ? null
        : t('usedTwice', { field: word(twice) })
  const change = (index: number, target: Target) =>
    setColumns(columns.map((column, position) => (position === index ? target : column)))

  return (
    <Section title={t('stepMap')}>
      <ShapeNote job={job} />
      <ReadingChoice job={job} />
      <PartsNote reading={job.reading} />
      <p className="quiet">{t('stepMapHint')}</p>
      <div className={styles.importTable} style={{ maxBlockSize: 'none' }}>
        <table className={`table ${styles.mapTable}`} aria-label={t('stepMap')}>
          <thead>
            <tr>
              <th scope="col">{t('column')}</th>
              <th scope="col" className={styles.sampleCell}>
                {t('sample')}
              </th>
              <th scope="col">{t('becomes')}</th>
            </tr>
          </thead>
          <tbody>
            {job.headings.map((heading, index) => (
              // Headings may repeat, so the key includes the index.
              <tr key={`${index}-${heading}`}>
                <th scope="row" className={styles.importHeading}>
                  <bdi>{heading}</bdi>
                </th>
                <td className={styles.sampleCell}>
                  <bdi className={styles.importSample} dir="auto">
                    {job.sample
                      .slice(0, 3)
                      .map((row) => row[index])
                      .filter((cell) => cell !== undefined && cell !== '')
                      .join(' · ')}
                  </bdi>
                </td>
                <td>
                  {isJoined(heading, index) ? (
                    <span className={`quiet ${styles.joinedUse}`}>
                      {t(`joined_${joinedUse(heading) ?? 'kind'}`)}
                    </span>
                  ) : (
                    <Select<Target>
                      aria-label={`${heading}: ${t('becomes')}`}
                      value={columns[index] ?? 'ignore'}
                      onChange={(target) => change(index, target)}
                      style={{ inlineSize: '100%', minInlineSize: 180 }}
                      popupMatchSelectWidth={false}
                      options={targets.map((target) => ({ value: target, label: word(target) }))}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.importOptions}>
        {hasType && (
          <div>
            <label htmlFor={ids.type}>{t('defaultType')}</label>
            <Input
              id={ids.type}
              value={type}
              maxLength={200}
              dir="auto"
              onChange={(event) => setType(event.target.value)}
            />
          </div>
        )}
        {hasDays && (
          <div>
            <label htmlFor={ids.days}>{t('dayOrder')}</label>
            <Select<DayOrder>
              id={ids.days}
              value={dayOrder}
              onChange={setDayOrder}
              style={{ inlineSize: '100%' }}
              options={dayOrders.map((value) => ({ value, label: t(`dayOrder_${value}`) }))}
            />
          </div>
        )}
        {hasNumbers && (
          <div>
            <label htmlFor={ids.numbers}>{t('decimalSign')}</label>
            <Select<(typeof decimalSigns)[number]>
              id={ids.numbers}
              value={decimalSign}
              onChange={setDecimalSign}
              style={{ inlineSize: '100%' }}
              options={decimalSigns.map((value) => ({ value, label: t(`decimalSign_${value}`) }))}
            />
          </div>
        )}
        <div>
          <label htmlFor={ids.empty}>{t('emptyValues')}</label>
          <Select
            id={ids.empty}
            mode="tags"
            open={false}
            suffixIcon={null}
            value={emptyValues}
            onChange={(values: string[]) => setEmptyValues(values.slice(0, 20))}
            style={{ inlineSize: '100%' }}
          />
        </div>
        {dayNumber !== undefined && (
          <div>
            <Checkbox
              checked={dayNumbers}
              onChange={(event) => setDayNumbers(event.target.checked)}
            >
              {t('dayNumbers', {
                number: dayNumber,
                day: format.calendarDay(dayOfNumber(dayNumber, isFrom1904) ?? ''),
              })}
            </Checkbox>
          </div>
        )}
        {job.kind === 'equipment' && columns.includes('location') && (
          <div>
            <Checkbox
              checked={makesPlaces}
              onChange={(event) => setMakesPlaces(event.target.checked)}
            >
              {t('makesPlaces')}
            </Checkbox>
            <p className="quiet">{t('makesPlacesHint')}</p>
          </div>
        )}
      </div>
      {fault !== null && (
        <p className={`${styles.importNote} ${styles.importNoteBad}`} role="alert">
          {fault}
        </p>
      )}
      {fault === null && fields.includes('name') && !columns.includes('name') && (
        <p className={styles.importNote}>{t('nameFromKey')}</p>
      )}
      <Button
        type="primary"
        loading={isChecking}
        disabled={fault !== null}
        onClick={() =>
          onCheck({
            columns,
            defaults: type.trim() === '' ? {} : { type: type.trim() },
            emptyValues,
            ...(dayOrder !== 'unclear' && { dayOrder }),
            ...(hasNumbers && decimalSign !== 'unclear' && { decimalSign }),
            ...(job.mapping.commaSeparates === true && { commaSeparates: true }),
            ...(dayNumbers && dayNumber !== undefined && { dayNumbers }),
            ...(makesPlaces && columns.includes('location') && { makesPlaces }),
          })
        }
      >
        {t('check')}
      </Button>
    </Section>
  )
}
