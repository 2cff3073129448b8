import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { foundBy } from '#ui/form/foundBy.ts'
import { Button, Input, Select } from 'antd'
import type { Translate } from '#lib/i18n/translate.ts'
import { useTranslation } from 'react-i18next'
import { colours } from '#contract/colours.ts'
import { ticketStateFaults } from '#contract/rules/ticketStates.ts'
import { ticketCategories, type TicketStateDraft } from '#contract/tickets.ts'
import { ColourTag } from '#ui/page/marks.tsx'
import { moveState, removeState } from './ticketStates.ts'
import styles from './management.module.css'

interface Props {
  value?: TicketStateDraft[]
  onChange?(states: TicketStateDraft[]): void
  id?: string
}

export function StatesField({ value = [], onChange, id }: Props) {
  const { t } = useTranslation(['management', 'common'])
  const put = (place: number, change: Partial<TicketStateDraft>) =>
    onChange?.(value.map((state, index) => (index === place ? { ...state, ...change } : state)))
  const add = () =>
    onChange?.([
      ...value,
      { id: null, name: '', category: 'inProgress', colour: 'orange', next: null },
    ])
  return (
    <div className={styles.ticketStates} id={id} role="group" aria-label={t('field_states')}>
      <ol>
        {value.map((state, place) => (
          <li key={state.id ?? `new-${place}`} className={styles.ticketState}>
            <div className={styles.stateLine}>
              <Input
                aria-label={t('stateName', { number: place + 1 })}
                placeholder={t('common:name')}
                value={state.name}
                maxLength={200}
                dir="auto"
                onChange={(event) => put(place, { name: event.target.value })}
              />
              <Button
                type="text"
                aria-label={t('stateUp', { name: state.name })}
                disabled={place === 0}
                icon={<ArrowUpOutlined aria-hidden />}
                onClick={() => onChange?.(moveState(value, place, place - 1))}
              />
              <Button
                type="text"
                aria-label={t('stateDown', { name: state.name })}
                disabled={place === value.length - 1}
                icon={<ArrowDownOutlined aria-hidden />}
                onClick={() => onChange?.(moveState(value, place, place + 1))}
              />
              <Button
                type="text"
                danger
                aria-label={t('stateRemove', { name: state.name })}
                disabled={value.length === 1}
                icon={<DeleteOutlined aria-hidden />}
                onClick={() => onChange?.(removeState(value, place))}
              />
            </div>
            <div className={styles.stateLine}>
              <Select
                aria-label={t('stateCategory')}
                value={state.category}
                onChange={(category) => put(place, { category })}
                options={ticketCategories.map((category) => ({
                  value: category,
                  label: t(`category_${category}`),
                }))}
              />
              <Select
                aria-label={t('common:colour')}
                value={state.colour}
                onChange={(colour) => put(place, { colour })}
                options={colours.map((colour) => ({
                  value: colour,
                  label: <ColourTag colour={colour}>{t(`common:colour_${colour}`)}</ColourTag>,
                }))}
              />
            </div>
            <Select
              mode="multiple"
              aria-label={t('stateNext', { name: state.name })}
              placeholder={t('stateNextAny')}
              value={state.next ?? []}
              filterOption={foundBy('label')}
              allowClear
              onChange={(next: number[]) => put(place, { next: next.length === 0 ? null : next })}
              options={othersOf(value, place)}
            />
          </li>
        ))}
      </ol>
      <Button type="dashed" icon={<PlusOutlined aria-hidden />} onClick={add}>
        {t('stateAdd')}
      </Button>
    </div>
  )
}

function othersOf(states: readonly TicketStateDraft[], place: number) {
  return states
    .map(({ name }, index) => ({ value: index, label: name === '' ? String(index + 1) : name }))
    .filter(({ value }) => value !== place)
}

/** Repeats the server's rules, so that the error appears beside the list. */
export function statesRule(t: Translate<['management', 'common']>) {
  return {
    validator: (_rule: unknown, states: TicketStateDraft[] | undefined) => {
      if (states === undefined || states.some(({ name }) => name.trim() === ''))
        return Promise.reject(new Error(t('statesUnnamed')))
      const [fault] = ticketStateFaults(states)
      return fault === undefined
        ? Promise.resolve()
        : Promise.reject(new Error(t(`states_${fault}`)))
    },
  }
}
