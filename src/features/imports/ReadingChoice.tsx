import { Checkbox, Select } from 'antd'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { delimiters, encodings, type Delimiter, type Encoding } from '#contract/importReading.ts'
import { type ImportJob } from '#contract/imports.ts'
import { useRereadImportMutation } from './calls.ts'
import { readingSaid } from './readingSaid.ts'
import styles from './imports.module.css'

type Reread = NonNullable<Parameters<ReturnType<typeof useRereadImportMutation>[0]>[0]>['body']

export function ReadingChoice({ job }: { job: ImportJob }) {
  const [reread, { isLoading }] = useRereadImportMutation()
  const { reading } = job
  if (reading === null) return null
  const { heading: _heading, ...said } = readingSaid(reading)
  // Resets the heading: another encoding, separator or sheet may have it elsewhere.
  const again = (body: Reread) =>
    void reread({ params: { id: job.id }, body: { ...said, ...body } })
  return (
    <>
      <div className={styles.importOptions}>
        {reading.format === 'xlsx' && reading.sheets.length > 1 && (
          <SheetChoice reading={reading} isLoading={isLoading} onChange={again} />
        )}
        {reading.format === 'csv' && (
          <TextChoice reading={reading} isLoading={isLoading} onChange={again} />
        )}
        <HeadingChoice reading={reading} isLoading={isLoading} onChange={again} />
      </div>
      {(reading.above ?? []).length > 0 && (
        <AboveHeading lines={reading.above ?? []} more={reading.moreAbove ?? 0} />
      )}
    </>
  )
}

type Reading = NonNullable<ImportJob['reading']>
interface ChoiceProps<R> {
  reading: R
  isLoading: boolean
  onChange(body: Reread): void
}

function SheetChoice({
  reading,
  isLoading,
  onChange,
}: ChoiceProps<Extract<Reading, { format: 'xlsx' }>>) {
  const { t } = useTranslation('imports')
  const id = useId()
  return (
    <div>
      <label htmlFor={id}>{t('sheet')}</label>
      <Select
        id={id}
        value={reading.sheet}
        loading={isLoading}
        onChange={(sheet) => onChange({ sheet })}
        style={{ inlineSize: '100%' }}
        options={reading.sheets.map(({ name, rows }) => ({
          value: name,
          label: t('sheetRows', { name, rows: t('rowCount', { count: rows }) }),
          disabled: rows === 0,
        }))}
      />
    </div>
  )
}

function TextChoice({
  reading: { encoding, delimiter },
  isLoading,
  onChange,
}: ChoiceProps<Extract<Reading, { format: 'csv' }>>) {
  const { t } = useTranslation('imports')
  const ids = { encoding: useId(), delimiter: useId() }
  return (
    <>
      <div>
        <label htmlFor={ids.encoding}>{t('encoding')}</label>
        <Select<Encoding>
          id={ids.encoding}
          value={encoding}
          loading={isLoading}
          // The separator may be another character in that encoding.
          onChange={(value) => onChange({ encoding: value, delimiter: undefined })}
          style={{ inlineSize: '100%' }}
          options={encodings.map((value) => ({ value, label: t(`encoding_${value}`) }))}
        />
      </div>
      <div>
        <label htmlFor={ids.delimiter}>{t('delimiter')}</label>
        <Select<Delimiter>
          id={ids.delimiter}
          value={delimiter}
          loading={isLoading}
          onChange={(value) => onChange({ delimiter: value })}
          style={{ inlineSize: '100%' }}
          options={delimiters.map((value) => ({ value, label: t(delimiterWords[value]) }))}
        />
      </div>
    </>
  )
}

function HeadingChoice({ reading: { heading, top }, isLoading, onChange }: ChoiceProps<Reading>) {
  const { t } = useTranslation('imports')
  const id = useId()
  if (heading === undefined || top === undefined || top.length < 2) return null
  const isTwo = heading.last > heading.first
  return (
    <div>
      <label htmlFor={id}>{t('headingRow')}</label>
      <Select
        id={id}
        value={heading.first}
        loading={isLoading}
        onChange={(first) => onChange({ heading: { first, last: first } })}
        style={{ inlineSize: '100%' }}
        options={top.map(({ row, text }) => ({
          value: row,
          label: (
            <span title={text} dir="auto" className={styles.headingRow}>
              {row}: {text}
            </span>
          ),
        }))}
      />
      <Checkbox
        checked={isTwo}
        disabled={isLoading}
        onChange={(event) =>
          onChange({
            heading: { first: heading.first, last: heading.first + Number(event.target.checked) },
          })
        }
      >
        {t('headingTwoRows')}
      </Checkbox>
    </div>
  )
}

export function AboveHeading({ lines, more }: { lines: readonly string[]; more: number }) {
  const { t } = useTranslation('imports')
  return (
    <details className={styles.aboveHeading}>
      <summary>{t('aboveHeading', { count: lines.length + more })}</summary>
      <ul>
        {lines.map((line, index) => (
          // Lines may repeat, so the key includes the index.
          <li key={`${index}-${line}`}>
            <bdi>{line}</bdi>
          </li>
        ))}
        {more > 0 && <li className="quiet">{t('aboveMore', { count: more })}</li>}
      </ul>
    </details>
  )
}

const delimiterWords = {
  ',': 'delimiter_comma',
  ';': 'delimiter_semicolon',
  '\t': 'delimiter_tab',
  '|': 'delimiter_bar',
} as const satisfies Record<Delimiter, string>
