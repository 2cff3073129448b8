import type { CardType } from '#contract/dashboards/dashboardItems.ts'
import type { CardRange } from '#contract/dashboards/periods.ts'
import type { BuildingSpec } from './campus.ts'
import type { EquipmentKey, ProcedureKey, Words } from './words.ts'

export interface CardSpec {
  name: keyof Words['cards']
  category: 'quality' | 'punctuality'
  type: CardType
  range: CardRange
  width?: number
  showHistory?: boolean
  procedures?: ProcedureKey[]
  procedureTypes?: (keyof Words['procedureTypes'])[]
  things?: EquipmentKey[]
  places?: BuildingSpec['code'][]
}
interface BoardSpec {
  name: keyof Words['boards']
  isFiltered: boolean
  roles: ('manager' | 'technician' | 'staff')[]
  chapters: { title: keyof Words['boards']; cards: CardSpec[] }[]
}

export const boards: BoardSpec[] = [
  {
    name: 'monday',
    isFiltered: false,
    roles: ['manager'],
    chapters: [
      {
        title: 'house',
        cards: [
          {
            name: 'all',
            category: 'quality',
            type: 'averageScore',
            range: 'MONTH',
            showHistory: true,
          },
          {
            name: 'scheduledDone',
            category: 'punctuality',
            type: 'scheduleDone',
            range: 'MONTH',
            showHistory: true,
          },
        ],
      },
      {
        title: 'wards',
        cards: [
          {
            name: 'wardRounds',
            category: 'quality',
            type: 'averageScore',
            range: 'WEEK',
            width: 4,
            procedures: ['wardRound'],
          },
          {
            name: 'roomCleaning',
            category: 'quality',
            type: 'averageScore',
            range: 'WEEK',
            width: 4,
            procedures: ['roomCleaning'],
          },
          {
            name: 'morningRounds',
            category: 'punctuality',
            type: 'scheduleDone',
            range: 'WEEK',
            width: 4,
            procedures: ['wardRound'],
          },
          {
            name: 'surgery',
            category: 'quality',
            type: 'averageScore',
            range: 'YEAR',
            showHistory: true,
            places: ['B'],
          },
          {
            name: 'hygiene',
            category: 'quality',
            type: 'averageScore',
            range: 'YEAR',
            showHistory: true,
            procedureTypes: ['tracer'],
          },
        ],
      },
      {
        title: 'safety',
        cards: [
          {
            name: 'defibrillatorsChecked',
            category: 'punctuality',
            type: 'scheduleDone',
            range: 'WEEK',
            procedures: ['defibrillatorCheck'],
          },
          {
            name: 'defibrillatorScore',
            category: 'quality',
            type: 'averageScore',
            range: 'MONTH',
            showHistory: true,
            procedures: ['defibrillatorCheck'],
          },
        ],
      },
    ],
  },
  {
    name: 'devices',
    isFiltered: true,
    roles: ['technician', 'manager'],
    chapters: [
      {
        title: 'pumps',
        cards: [
          {
            name: 'pumpChecks',
            category: 'quality',
            type: 'averageScore',
            range: 'MONTH',
            showHistory: true,
            width: 8,
            things: ['infusionPump'],
          },
          {
            name: 'pumpChecksDone',
            category: 'punctuality',
            type: 'scheduleDone',
            range: 'MONTH',
            width: 4,
            things: ['infusionPump'],
          },
        ],
      },
      {
        title: 'defibrillators',
        cards: [
          {
            name: 'readyToday',
            category: 'quality',
            type: 'averageScore',
            range: 'DAY',
            showHistory: true,
            things: ['defibrillator'],
          },
          {
            name: 'checkedThisWeek',
            category: 'punctuality',
            type: 'scheduleDone',
            range: 'WEEK',
            showHistory: true,
            things: ['defibrillator'],
          },
        ],
      },
      {
        title: 'coldChain',
        cards: [
          {
            name: 'fridges',
            category: 'quality',
            type: 'averageScore',
            range: 'WEEK',
            showHistory: true,
            width: 12,
            things: ['medicineFridge'],
          },
        ],
      },
    ],
  },
  {
    name: 'rooms',
    isFiltered: true,
    roles: ['staff'],
    chapters: [
      {
        title: 'cleaning',
        cards: [
          {
            name: 'roomsCleaned',
            category: 'quality',
            type: 'averageScore',
            range: 'MONTH',
            showHistory: true,
            procedures: ['roomCleaning'],
          },
          {
            name: 'buildingA',
            category: 'quality',
            type: 'averageScore',
            range: 'YEAR',
            procedures: ['roomCleaning'],
            places: ['A'],
          },
          {
            name: 'buildingC',
            category: 'quality',
            type: 'averageScore',
            range: 'YEAR',
            procedures: ['roomCleaning'],
            places: ['C'],
          },
        ],
      },
    ],
  },
]
