/**
 * Initial data of a new company in its language, so that its first rule has a ticket type to open.
 * All of it can be renamed or removed.
 */
import type { Id } from '#contract/ids.ts'
import type { Language } from '#contract/languages.ts'
import * as tables from '#db/schema/index.ts'
import type { Db } from '#kernel/data/transaction.ts'

interface Words {
  statuses: [available: string, inUse: string, outOfOrder: string]
  places: [building: string, floor: string, room: string]
  equipment: string
  inspection: string
  repair: string
  states: [fresh: string, inWork: string, waiting: string, done: string]
}

const words: Record<Language, Words> = {
  en: {
    statuses: ['Available', 'In use', 'Out of order'],
    places: ['Building', 'Floor', 'Room'],
    equipment: 'Equipment',
    inspection: 'Inspection',
    repair: 'Repair',
    states: ['New', 'In work', 'Waiting', 'Done'],
  },
  he: {
    statuses: ['זמין', 'בשימוש', 'תקול'],
    places: ['בניין', 'קומה', 'חדר'],
    equipment: 'ציוד',
    inspection: 'בדיקה',
    repair: 'תיקון',
    states: ['חדשה', 'בטיפול', 'ממתינה', 'הסתיימה'],
  },
  ar: {
    statuses: ['متاح', 'قيد الاستخدام', 'معطل'],
    places: ['مبنى', 'طابق', 'غرفة'],
    equipment: 'معدات',
    inspection: 'فحص',
    repair: 'إصلاح',
    states: ['جديدة', 'قيد العمل', 'في الانتظار', 'منتهية'],
  },
  ru: {
    statuses: ['Доступно', 'Используется', 'Неисправно'],
    places: ['Здание', 'Этаж', 'Помещение'],
    equipment: 'Оборудование',
    inspection: 'Осмотр',
    repair: 'Ремонт',
    states: ['Новая', 'В работе', 'Ожидание', 'Готово'],
  },
  cs: {
    statuses: ['K dispozici', 'V provozu', 'Mimo provoz'],
    places: ['Budova', 'Podlaží', 'Místnost'],
    equipment: 'Zařízení',
    inspection: 'Kontrola',
    repair: 'Oprava',
    states: ['Nový', 'V řešení', 'Čeká', 'Hotovo'],
  },
  sk: {
    statuses: ['K dispozícii', 'V prevádzke', 'Mimo prevádzky'],
    places: ['Budova', 'Podlažie', 'Miestnosť'],
    equipment: 'Zariadenie',
    inspection: 'Kontrola',
    repair: 'Oprava',
    states: ['Nový', 'V riešení', 'Čaká', 'Hotovo'],
  },
}

export async function createStarterCompany(
  db: Db,
  companyId: Id<'company'>,
  language: Language,
): Promise<void> {
  const {
    statuses: [available, inUse, outOfOrder],
    places,
    equipment,
    inspection,
    repair,
    states: [fresh, inWork, waiting, done],
  } = words[language]
  await db.insert(tables.equipmentStatus).values([
    { companyId, name: available, colour: 'green', isUsable: true },
    { companyId, name: inUse, colour: 'blue', isUsable: true, isInUse: true },
    { companyId, name: outOfOrder, colour: 'red', isUsable: false },
  ])
  await db.insert(tables.locationType).values(places.map((name) => ({ companyId, name })))
  await db.insert(tables.equipmentType).values({ companyId, name: equipment })
  await db.insert(tables.procedureType).values({ companyId, name: inspection })
  const [type] = await db
    .insert(tables.ticketType)
    .values({ companyId, name: repair, colour: 'orange' })
    .returning()
  if (!type) throw new Error('The ticket type was not made')
  const state = { companyId, ticketTypeId: type.id }
  await db.insert(tables.ticketState).values([
    { ...state, position: 0, name: fresh, category: 'open', colour: 'blue' },
    { ...state, position: 1, name: inWork, category: 'inProgress', colour: 'orange' },
    { ...state, position: 2, name: waiting, category: 'waiting', colour: 'yellow' },
    { ...state, position: 3, name: done, category: 'closed', colour: 'green' },
  ])
}
