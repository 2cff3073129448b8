import { DownloadOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { Colour } from '#contract/colours.ts'
import {
  importExtras,
  importFields,
  imports,
  type ImportJob,
  type ImportMapping,
  type MetadataColumn,
} from '#contract/imports.ts'
import { fieldLabelKey } from '#contract/rules/fieldLabelKey.ts'
import { fetchBlob } from '#api/files.ts'
import { refusalText } from '#api/notices.ts'
import { pathTo } from '#lib/paths.ts'
import { useFormat } from '#lib/format.tsx'
import { ColourTag, Remaining } from '#ui/page/marks.tsx'
import { Section } from '#ui/page/Page.tsx'
import { useDownload } from '#ui/list/useDownload.ts'
import { LinkButton } from '#ui/page/LinkButton.tsx'
import { PartsNote } from './PartsNote.tsx'
import { AboveHeading } from './ReadingChoice.tsx'
import { UndoButton, UndoLeft } from './ImportUndo.tsx'
import { listOf, pageOf, importedRowsAddress } from './kinds.ts'
import { ScrollRegion } from '#ui/page/ScrollRegion.tsx'
import styles from './imports.module.css'

type Field = Exclude<ImportMapping['columns'][number], MetadataColumn>

const notes = {
  stock: 'saysStock',
  people: 'saysPeople',
  schedules: 'saysSchedules',
  tickets: 'saysTickets',
} as const satisfies Partial<Record<ImportJob['kind'], string>>

interface OutcomeProps {
  job: ImportJob
  isStarting: boolean
  onRun(): void
  onRemap(): void
}

export function ImportOutcome({ job, isStarting, onRun, onRemap }: OutcomeProps) {
  const { t } = useTranslation('imports')
  const isOver = job.status !== 'checked'
  const writes = job.created + job.updated
  return (
    <>
      <Section title={isOver ? t('stepResult') : t('stepPreview')}>
        {(job.reading?.above ?? []).length > 0 && (
          <AboveHeading lines={job.reading?.above ?? []} more={job.reading?.moreAbove ?? 0} />
        )}
        <PartsNote reading={job.reading} />
        {job.status === 'cancelled' && <p className={styles.importNote}>{t('cancelled')}</p>}
        {job.status === 'failed' && (
          <p className={`${styles.importNote} ${styles.importNoteBad}`} role="alert">
            {t('failedHint')}
          </p>
        )}
        {job.status === 'undone' && (
          <p className={styles.importNote}>
            {job.undone === 0 ? t('undoneNone') : t('undone', { count: job.undone })}
          </p>
        )}
        {job.status === 'undoStopped' && (
          <p className={styles.importNote}>
            {t('undoStopped', { count: job.undone })}{' '}
            {t('undoRemain', { count: job.undoable - job.undoLeft })}
          </p>
        )}
        {!isOver && writes === 0 && job.failed === 0 && (
          <p className={styles.importNote}>{t('nothingToDo')}</p>
        )}
        <div className={styles.tiles}>
          <Tile
            colour="green"
            value={job.created}
            label={isOver ? t('didCreate') : t('willCreate')}
          />
          <Tile
            colour="blue"
            value={job.updated}
            label={isOver ? t('didUpdate') : t('willUpdate')}
          />
          <Tile colour="turquoise" value={job.unchanged} label={t('willSkip')} />
          <Tile colour="red" value={job.failed} label={isOver ? t('didFail') : t('willFail')} />
        </div>
        {!isOver && job.kind in notes && (
          <p className={styles.importNote}>{t(notes[job.kind as keyof typeof notes])}</p>
        )}
        {job.setAside > 0 && (
          <p className={styles.importNote}>{t('setAside', { count: job.setAside })}</p>
        )}
        {!isOver && <NewWords job={job} />}
        {job.lostTickets > 0 && <LostTickets count={job.lostTickets} isOver={isOver} />}
        <div className={styles.importActions}>
          {!isOver && (
            <Button type="primary" disabled={writes === 0} loading={isStarting} onClick={onRun}>
              {t('run', { count: writes })}
            </Button>
          )}
          {!isOver && <Button onClick={onRemap}>{t('changeMapping')}</Button>}
          {isOver && <ToTheList job={job} />}
          {isOver && <LinkButton to={pathTo(pageOf(job.kind))}>{t('another')}</LinkButton>}
          {job.failed > 0 && <FailedRows job={job} />}
          {isOver && <UndoButton job={job} />}
        </div>
      </Section>
      {(job.status === 'undone' || job.status === 'undoStopped') && <UndoLeft job={job} />}
      {job.faults.length > 0 && <Faults job={job} />}
      {job.preview.length > 0 && !isOver && <Preview job={job} />}
    </>
  )
}

function ToTheList({ job }: { job: ImportJob }) {
  const { t } = useTranslation('imports')
  const isWritten = job.undoable > 0
  if (job.status === 'undone' && !isWritten) return null
  const written = isWritten ? importedRowsAddress(job) : null
  return (
    <LinkButton type="primary" to={written ?? listOf[job.kind]}>
      {written === null ? t('openList') : t('showThem')}
    </LinkButton>
  )
}

function Tile({ colour, value, label }: { colour: Colour; value: number; label: string }) {
  const format = useFormat()
  return (
    <div
      className={styles.tile}
      style={{ '--tile': value === 0 ? 'var(--pr-line)' : `var(--pr-${colour})` }}
    >
      <strong>{format.number(value)}</strong>
      <span className="quiet">{label}</span>
    </div>
  )
}

/** After the import, the list of tickets hands them over, many at once. */
function LostTickets({ count, isOver }: { count: number; isOver: boolean }) {
  const { t } = useTranslation('imports')
  return (
    <p className={styles.importNote}>
      {t('lostTickets', { count })}{' '}
      {isOver ? (
        <LinkButton to={pathTo('tickets', undefined, { unable: '1' })}>{t('lostList')}</LinkButton>
      ) : (
        t('lostHint')
      )}
    </p>
  )
}

/** New entries of reference lists: usually intended, sometimes caused by a wrong column. */
function NewWords({ job }: { job: ImportJob }) {
  const { t } = useTranslation(['imports', 'entities'])
  if (job.newWords.length === 0) return null
  return (
    <div className={styles.importNote}>
      {t('newWords')}
      <ul className={styles.newWords}>
        {job.newWords.map(({ field, count, names, similar = [] }) => (
          <li key={field}>
            <strong>{t(`entities:${fieldLabelKey(job.kind, field)}`)}</strong>{' '}
            {names.map((name, place) => (
              <Fragment key={name}>
                {place > 0 && ' · '}
                <bdi dir="auto">{name}</bdi>
              </Fragment>
            ))}{' '}
            <Remaining count={count - names.length} />
            {similar.length > 0 && (
              <ul className={styles.newWords}>
                {similar.map(({ name, known, isInFile }) => (
                  <li key={name}>
                    {t(isInFile === true ? 'similarInFile' : 'similarWord', { name, known })}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

function FailedRows({ job }: { job: ImportJob }) {
  const { t } = useTranslation('imports')
  const { isBusy, save } = useDownload()
  const handleDownload = () =>
    save(job.fileName.replace(/(\.\w+)?$/, '-failed.csv'), () =>
      fetchBlob(imports.getFailedRows, { params: { id: job.id } }),
    )
  return (
    <Button
      icon={<DownloadOutlined aria-hidden />}
      loading={isBusy}
      title={t('failedFileHint')}
      onClick={() => void handleDownload()}
    >
      {t('failedFile')}
    </Button>
  )
}

function Faults({ job }: { job: ImportJob }) {
  const { t } = useTranslation(['imports', 'entities', 'recurrence'])
  const format = useFormat()
  const because = ({ code, part, value }: NonNullable<ImportJob['faults'][number]['because']>) =>
    code === 'wrongTarget' || code === 'wrongEquipmentType' || code === 'spanTooLong'
      ? t(`because_${code}`)
      : t(`recurrence:fault.${code}`, { part: part ?? '', value: value ?? '' })
  return (
    <Section title={t('faults')}>
      <ScrollRegion className={styles.importTable} label={t('faults')}>
        <table className="table" aria-label={t('faults')}>
          <thead>
            <tr>
              <th scope="col" className="end">
                {t('faultRow')}
              </th>
              <th scope="col">{t('column')}</th>
              <th scope="col">{t('faultReason')}</th>
              <th scope="col">{t('faultValue')}</th>
            </tr>
          </thead>
          <tbody>
            {job.faults.map((fault, place) => (
              <tr key={place}>
                <td className="end">{format.number(fault.row)}</td>
                <td>
                  <bdi>
                    {fault.column ??
                      (fault.field && t(`entities:${fieldLabelKey(job.kind, fault.field)}`))}
                  </bdi>
                </td>
                <td>
                  {t(`fault_${fault.code}`)}
                  {fault.because && `: ${because(fault.because)}`}
                  {fault.refusal &&
                    `: ${refusalText({ errors: [{ path: '', ...fault.refusal }] })}`}
                </td>
                <td>
                  <bdi dir="auto">{fault.value}</bdi>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Remaining count={job.faultCount - job.faults.length} />
    </Section>
  )
}

const actionColours = {
  create: 'green',
  update: 'blue',
  unchanged: 'turquoise',
  fail: 'red',
} as const satisfies Record<ImportJob['preview'][number]['action'], Colour>

/** Changes shown of one row. The file has the others. */
const SHOWN_CHANGES = 12

/** Values as they were read; of stored rows, with what they replace. */
function Changes({
  row: { action, name, changes },
  fieldName,
}: {
  row: ImportJob['preview'][number]
  fieldName(field: string): string
}) {
  const values = changes.filter(({ after }) => action === 'update' || after !== name)
  if (action !== 'update' && action !== 'create') return null
  return (
    <>
      {values.slice(0, SHOWN_CHANGES).map(({ field, before, after, isFact }) => (
        <span key={field}>
          <span className="quiet">{isFact === true ? field : fieldName(field)} </span>
          {action === 'update' && (
            <del>
              <bdi>{before}</bdi>
            </del>
          )}
          <ins>
            <bdi>{after}</bdi>
          </ins>{' '}
        </span>
      ))}
      <Remaining count={values.length - SHOWN_CHANGES} />
    </>
  )
}

function Preview({ job }: { job: ImportJob }) {
  const { t } = useTranslation(['imports', 'entities', 'common'])
  const format = useFormat()
  /** Label of a known field; a free fact keeps its heading. */
  const fields: readonly string[] = [
    ...importFields[job.kind],
    ...importExtras[job.kind],
    // A joined workbook has spare parts too.
    ...(job.reading?.parts === undefined ? [] : importFields.stock),
  ]
  const fieldName = (field: string): string =>
    fields.includes(field)
      ? t(`entities:${fieldLabelKey(job.kind, field as Field)}`)
      : field === 'fitsTypeIds' || field === 'handledTickets'
        ? t(`entities:field_${field}`)
        : field
  return (
    <Section title={t('preview')}>
      <ScrollRegion className={styles.importTable} label={t('preview')}>
        <table className="table" aria-label={t('preview')}>
          <thead>
            <tr>
              <th scope="col" className="end">
                {t('faultRow')}
              </th>
              <th scope="col">{t('common:name')}</th>
              <th scope="col">{t('stepPreview')}</th>
              <th scope="col">{t('common:details')}</th>
            </tr>
          </thead>
          <tbody>
            {job.preview.map((row) => (
              <tr key={row.row}>
                <td className="end">{format.number(row.row)}</td>
                <td>
                  <bdi dir="auto">{row.name}</bdi>
                </td>
                <td>
                  <ColourTag colour={actionColours[row.action]} soft>
                    {t(`action_${row.action}`)}
                  </ColourTag>
                  {row.isSetAside === true && (
                    <ColourTag colour="orange" soft>
                      {t('isSetAside')}
                    </ColourTag>
                  )}
                  {row.isByName === true && importedRowsAddress(job) !== null && (
                    <span className="quiet"> {t('byName')}</span>
                  )}
                </td>
                <td className={styles.diff}>
                  <Changes row={row} fieldName={fieldName} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </Section>
  )
}
