/** The large buttons of the page: the product's problems in every language, and the company's own. */
import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { Button, Input } from 'antd'
import { useTranslation } from 'react-i18next'
import type { ReportSettings } from '#contract/labelReports.ts'
import { MAX_PROBLEMS, problemKinds } from '#contract/rules/labelReports.ts'
import { TicketTypePicker } from '#entities/tickets/TicketTypePicker.tsx'
import { ticketCalls } from '#entities/tickets/calls.ts'
import { Select } from '#ui/form/Select.tsx'
import styles from './labelReports.module.css'

type Problem = ReportSettings['problems'][number]

interface Props {
  value?: Problem[]
  onChange?(problems: Problem[]): void
  id?: string
}

export function ProblemsField({ value = [], onChange, id }: Props) {
  const { t } = useTranslation(['labelReports', 'tickets', 'common'])
  const { data: types } = ticketCalls.useGetTicketTypesQuery()
  const usualType = value.at(-1)?.ticketTypeId ?? types?.rows[0]?.id
  const unused = problemKinds.filter((kind) => value.every(({ key }) => key !== kind))
  const put = (index: number, change: Partial<Problem>) =>
    onChange?.(value.map((one, at) => (at === index ? { ...one, ...change } : one)))
  const move = (index: number, by: 1 | -1) => {
    const others = value.toSpliced(index, 1)
    onChange?.(others.toSpliced(index + by, 0, ...value.slice(index, index + 1)))
  }
  const add = (key: string, text: string) =>
    usualType !== undefined && onChange?.([...value, { key, text, ticketTypeId: usualType }])
  const nameOf = ({ key, text }: Problem) => {
    const kind = problemKinds.find((one) => one === key)
    return kind === undefined ? text : t(`problem.${kind}`)
  }
  return (
    <div id={id}>
      <ul className={styles.problems}>
        {value.map((problem, index) => {
          const name = nameOf(problem)
          return (
            <li key={problem.key}>
              {problemKinds.some((kind) => kind === problem.key) ? (
                <span className={styles.name}>{name}</span>
              ) : (
                <Input
                  className={styles.name}
                  dir="auto"
                  maxLength={80}
                  aria-label={t('ownWords')}
                  placeholder={t('ownWords')}
                  value={problem.text}
                  onChange={({ target }) => put(index, { text: target.value })}
                />
              )}
              <TicketTypePicker
                label={t('ticketTypeOf', { name })}
                value={problem.ticketTypeId}
                onChange={(ticketTypeId: Problem['ticketTypeId'] | null) =>
                  ticketTypeId !== null && put(index, { ticketTypeId })
                }
              />
              <span className={styles.buttons}>
                <Button
                  type="text"
                  icon={<ArrowUpOutlined aria-hidden />}
                  aria-label={t('moveUp', { name })}
                  disabled={index === 0}
                  onClick={() => move(index, -1)}
                />
                <Button
                  type="text"
                  icon={<ArrowDownOutlined aria-hidden />}
                  aria-label={t('moveDown', { name })}
                  disabled={index === value.length - 1}
                  onClick={() => move(index, 1)}
                />
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={t('removeProblem', { name })}
                  onClick={() => onChange?.(value.toSpliced(index, 1))}
                />
              </span>
            </li>
          )
        })}
      </ul>
      {value.length < MAX_PROBLEMS && (
        <div className={styles.add}>
          {unused.length > 0 && (
            <Select<string | null>
              aria-label={t('addProblem')}
              placeholder={t('addProblem')}
              popupMatchSelectWidth={false}
              value={null}
              onChange={(kind) => kind !== null && add(kind, '')}
              options={unused.map((kind) => ({ value: kind, label: t(`problem.${kind}`) }))}
            />
          )}
          <Button icon={<PlusOutlined aria-hidden />} onClick={() => add(ownKey(value), '')}>
            {t('addOwn')}
          </Button>
        </div>
      )}
    </div>
  )
}

function ownKey(problems: readonly Problem[]): string {
  for (let number = 1; ; number += 1) {
    const key = `own-${number}`
    if (problems.every((problem) => problem.key !== key)) return key
  }
}
