import { describe, expect, it } from 'vitest'
import type { ImportKind } from '#contract/imports.ts'
import { guessMapping } from './guess.ts'

type Lists = readonly (readonly [kind: ImportKind, headings: string, fields: string])[]

const lists: Lists = [
  ['locations', 'Název|Typ|Budova|Kód|Středisko', 'name|type|parent|code|orgEntity'],
  ['locations', 'Názov|Druh|Poschodie|Kód', 'name|type|parent|code'],
  ['locations', 'Наименование|Категория|Здание|Код', 'name|type|parent|code'],
  ['locations', 'שם|סוג|קומה|קוד|מחלקה', 'name|type|parent|code|orgEntity'],
  ['locations', 'الاسم|النوع|الطابق|الرمز', 'name|type|parent|code'],
  ['locations', 'Číslo místnosti|Název|Typ místa|Nadřazené místo', 'code|name|type|parent'],
  ['locations', 'Názov|Typ miesta', 'name|type'],
  ['locations', 'Название|Тип места', 'name|type'],
  ['locations', 'שם|סוג מיקום', 'name|type'],
  ['locations', 'الاسم|نوع الموقع', 'name|type'],
  ['locations', 'Název|Umístění', 'name|parent'],
  ['locations', 'Umístění|Druh', 'name|type'],
  ['locations', 'Name|Location', 'name|parent'],
  ['locations', 'Název|Nadřazené umístění|Budova', 'name|parent|detail'],
  [
    'equipment',
    'Název|Druh|Místnost|Stav|Oddělení|Záruka do|Poznámka',
    'name|type|location|status|orgEntity|warrantyUntil|detail',
  ],
  [
    'equipment',
    'Názov|Kategória|Miestnosť|Stav|Oddelenie|Záruka do',
    'name|type|location|status|orgEntity|warrantyUntil',
  ],
  [
    'equipment',
    'Наименование|Вид|Местоположение|Состояние|Отдел|Гарантия до',
    'name|type|location|status|orgEntity|warrantyUntil',
  ],
  [
    'equipment',
    'שם הציוד|קטגוריה|חדר|מצב|מחלקה|תום אחריות',
    'name|type|location|status|orgEntity|warrantyUntil',
  ],
  [
    'equipment',
    'اسم الجهاز|الفئة|الغرفة|الوضع|القسم|نهاية الضمان',
    'name|type|location|status|orgEntity|warrantyUntil',
  ],
  ['equipment', 'Nazev|Umisteni|Oddeleni', 'name|location|orgEntity'],
  ['people', 'Meno|Priezvisko|E-mail|Rola|Telefón', 'firstName|lastName|email|roles|phone'],
  ['people', 'Имя|Фамилия|Эл. почта|Роль|Телефон', 'firstName|lastName|email|roles|phone'],
  ['people', 'שם פרטי|שם משפחה|דוא"ל|תפקיד|טלפון', 'firstName|lastName|email|roles|phone'],
  [
    'people',
    'الاسم الأول|اسم العائلة|البريد الإلكتروني|الدور|الهاتف',
    'firstName|lastName|email|roles|phone',
  ],
  [
    'tickets',
    'Předmět|Popis|Stav|Priorita|Řešitel|Vytvořeno|Termín|Zařízení',
    'title|description|state|priority|assignee|openedAt|dueBy|equipment',
  ],
  [
    'tickets',
    'Predmet|Popis|Stav|Riešiteľ|Vytvorené|Termín|Uzavreté',
    'title|description|state|assignee|openedAt|dueBy|closedAt',
  ],
  [
    'tickets',
    'Тема|Описание|Статус|Приоритет|Исполнитель|Создано|Срок',
    'title|description|state|priority|assignee|openedAt|dueBy',
  ],
  [
    'tickets',
    'נושא|תיאור|מצב|עדיפות|מטפל|נוצר|יעד',
    'title|description|state|priority|assignee|openedAt|dueBy',
  ],
  [
    'tickets',
    'الموضوع|الوصف|الحالة|الأولوية|المسؤول|تاريخ الإنشاء|الموعد النهائي',
    'title|description|state|priority|assignee|openedAt|dueBy',
  ],
  ['stock', 'Položka|Množství|MJ|Sklad|Minimum', 'item|amount|unit|location|minimum'],
  ['stock', 'Materiál|Počet kusov|Merná jednotka|Sklad', 'item|amount|unit|location'],
  ['stock', 'Материал|Кол-во|Ед. изм.|Склад|Минимум', 'item|amount|unit|location|minimum'],
  ['stock', 'פריט|כמות|יח׳|מחסן|מינימום', 'item|amount|unit|location|minimum'],
  ['stock', 'الصنف|الكمية|الوحدة|المستودع|الحد الأدنى', 'item|amount|unit|location|minimum'],
]

describe('usual headings of other languages', () => {
  it.each(lists)('in a list of %s are recognized: %s', (kind, headings, fields) =>
    expect(guessMapping(kind, headings.split('|')).columns).toEqual(fields.split('|')),
  )
})

it.each([
  ['equipment', 'cs', 'Zařízení'],
  ['locations', 'cs', 'Místo'],
  ['locations', 'ar', 'الموقع'],
  ['stock', 'ru', undefined],
] as const)('rows of %s without a type get one that is named in %s', (kind, language, type) => {
  expect(guessMapping(kind, ['Name'], { language }).defaults.type).toBe(type)
})
