/**
 * Headings used in lists of other systems, in languages other than English. Alternatives are
 * separated by `|`. Compared without case, marks, spaces and punctuation.
 */
import type { ImportField, ImportKind } from '#contract/imports.ts'
import { normaliseHeading } from './headingWords.ts'

type Words = Partial<Record<ImportField, readonly string[]>>

const place = [
  'místo|lokalita|místnost|budova|umístění v budově',
  'miesto|lokalita|miestnosť|budova',
  'местоположение|расположение|местонахождение|место|помещение|кабинет|место установки',
  'מיקום|מקום|חדר|בניין',
  'الموقع|المكان|الغرفة|المبنى|مكان التركيب',
]
const owner = [
  'oddělení|středisko|nákladové středisko|útvar',
  'oddelenie|stredisko|nákladové stredisko|útvar',
  'отдел|подразделение|отделение|цех|центр затрат',
  'מחלקה|יחידה ארגונית|מרכז עלות',
  'القسم|الإدارة|مركز التكلفة',
]
const category = [
  'druh|kategorie|skupina',
  'druh|kategória|skupina',
  'вид|категория|группа',
  'קטגוריה|קבוצה',
  'الفئة|التصنيف|المجموعة',
]
const thing = [
  'zařízení|přístroj|stroj',
  'zariadenie|prístroj|stroj',
  'оборудование|прибор|устройство|аппарат',
  'ציוד|מכשיר|מכונה',
  'الجهاز|المعدة|المعدات|الآلة',
]
const state = ['stav', 'stav', 'статус|состояние', 'מצב|סטטוס', 'الحالة|الوضع']

const usual: Partial<Record<ImportKind, Words>> = {
  equipment: {
    type: [
      ...category,
      'typ zařízení|typ zariadenia|тип оборудования|סוג ציוד|סוג הציוד|نوع الجهاز',
    ],
    status: state,
    location: place,
    orgEntity: owner,
    purchasedOn: [
      'datum nákupu|dátum nákupu|дата приобретения|תאריך קנייה|תאריך רכישה|تاريخ الشراء',
    ],
    warrantyUntil: [
      'záruka do|konec záruky|koniec záruky|гарантия до|окончание гарантии',
      'אחריות עד|תום אחריות|סיום אחריות|الضمان حتى|نهاية الضمان|انتهاء الضمان',
    ],
  },
  locations: {
    type: [
      ...category,
      'typ místnosti|typ miestnosti|тип помещения|סוג החדר|סוג המקום|نوع الغرفة',
      'typ místa|druh místa|druh místnosti|typ miesta|druh miesta|druh miestnosti',
      'тип места|вид места|вид помещения|סוג מיקום|סוג המיקום|סוג חדר|نوع الموقع|نوع المكان',
    ],
    parent: [
      'uvnitř|budova|objekt|patro|podlaží',
      'vnútri|budova|objekt|poschodie|podlažie',
      'внутри|находится в|здание|корпус|этаж|родитель',
      'בתוך|בניין|מבנה|קומה',
      'داخل|ضمن|المبنى|الطابق|الدور',
    ],
    orgEntity: owner,
  },
  stock: {
    item: [
      'položka|materiál|zboží|díl|název',
      'položka|materiál|tovar|diel|názov',
      'материал|наименование|название|позиция|запчасть|товар|номенклатура',
      'פריט|חומר|שם הפריט|חלק',
      'الصنف|المادة|القطعة|اسم الصنف',
    ],
    location: ['sklad', 'sklad', 'склад|место хранения', 'מחסן', 'المستودع|المخزن', ...place],
    amount: [
      'množství|počet|počet kusů|stav zásob',
      'množstvo|počet|počet kusov|stav zásob',
      'количество|кол-во|остаток',
      'כמות|כמות במלאי|מלאי',
      'الكمية|الرصيد|العدد',
    ],
    unit: [
      'jednotka|mj|měrná jednotka',
      'merná jednotka',
      'ед|ед изм|единица измерения',
      'יח|יחידת מידה',
      'وحدة القياس',
    ],
    minimum: [
      'minimum|minimální množství|min množství',
      'minimálne množstvo|min množstvo',
      'минимум|минимальный остаток|мин остаток',
      'מינימום|כמות מינימלית',
      'الحد الأدنى|أقل كمية',
    ],
  },
  people: {
    email: [
      'e-mail|mail',
      'почта|эл почта|электронная почта',
      'דואל|מייל|אימייל',
      'البريد|الإيميل|البريد الإلكتروني',
    ],
    roles: ['role|rola|roly|úloha', 'роль|роли', 'תפקיד|תפקידים', 'الدور|الأدوار'],
    orgEntity: owner,
  },
  tickets: {
    title: [
      'předmět|název|závada|požadavek',
      'predmet|názov|porucha|požiadavka',
      'тема|заголовок|название|наименование',
      'נושא|כותרת',
      'الموضوع|العنوان',
    ],
    type: [...category, 'typ požadavku|typ požiadavky|тип заявки|סוג קריאה|نوع البلاغ'],
    state,
    priority: ['naléhavost', 'naliehavosť', 'срочность', 'דחיפות', 'الأهمية|الاستعجال'],
    equipment: thing,
    location: place,
    orgEntity: owner,
    opener: [
      'zadal|zadavatel|žadatel|nahlásil|vytvořil',
      'zadal|žiadateľ|nahlásil|vytvoril',
      'заявитель|автор|инициатор|создал',
      'פותח|מדווח|נפתח על ידי',
      'مقدم الطلب|المبلغ|أنشأه',
    ],
    assignee: [
      'technik|řešitel|odpovědná osoba',
      'technik|riešiteľ|zodpovedná osoba',
      'ответственный|исполнитель|техник',
      'מטפל|אחראי|טכנאי',
      'الفني|المسؤول|المكلف',
    ],
    openedAt: [
      'vytvořeno|otevřeno|nahlášeno|zadáno|datum vytvoření|datum nahlášení',
      'vytvorené|otvorené|nahlásené|dátum vytvorenia|dátum nahlásenia',
      'создано|открыто|дата создания|дата заявки|дата открытия',
      'נוצר|נפתח|תאריך פתיחה|תאריך יצירה',
      'تاريخ الإنشاء|تاريخ الفتح|تاريخ البلاغ',
    ],
    dueBy: [
      'termín|termín dokončení|splnit do',
      'termín dokončenia|splniť do',
      'срок|срок исполнения|крайний срок|выполнить до',
      'יעד|תאריך יעד|לביצוע עד',
      'الموعد النهائي|تاريخ الاستحقاق',
    ],
    closedAt: [
      'uzavřeno|dokončeno|vyřešeno|datum uzavření|datum dokončení',
      'uzavreté|dokončené|vyriešené|dátum uzavretia|dátum dokončenia',
      'закрыто|завершено|выполнено|дата закрытия|дата завершения',
      'נסגר|הושלם|תאריך סגירה',
      'تاريخ الإغلاق|تاريخ الإنجاز',
    ],
    description: [
      'popis|poznámka',
      'описание|примечание|комментарий',
      'תיאור|הערות',
      'الوصف|ملاحظات',
    ],
  },
}

const known = new Map<string, ReadonlySet<string>>()
for (const kind of Object.keys(usual) as ImportKind[]) {
  const fields: Words = usual[kind] ?? {}
  for (const field of Object.keys(fields) as ImportField[]) {
    const words = (fields[field] ?? []).flatMap((each) => each.split('|'))
    known.set(`${kind}.${field}`, new Set(words.map(normaliseHeading)))
  }
}

export const isUsualHeading = (kind: ImportKind, field: string, heading: string): boolean =>
  known.get(`${kind}.${field}`)?.has(normaliseHeading(heading)) === true

const lonePlaces = new Set(
  [
    'location|place|umístění|místo|umiestnenie|miesto|местоположение|расположение|место|локация',
    'מיקום|מקום|الموقع|المكان',
  ].flatMap((each) => each.split('|').map(normaliseHeading)),
)
/** In a list of locations: the name, or the parent if another column is the name. */
export const isLonePlace = (heading: string): boolean => lonePlaces.has(normaliseHeading(heading))
