export const equipmentGlyphs = [
  'tag',
  'pump',
  'monitor',
  'bed',
  'defibrillator',
  'wheelchair',
  'ventilator',
  'ultrasound',
  'fridge',
  'air',
  'extinguisher',
  'gateway',
  'sensor',
  'vehicle',
  'computer',
  'tool',
  'lift',
  'door',
  'camera',
  'light',
  'person',
] as const
export type EquipmentGlyphName = (typeof equipmentGlyphs)[number]

/** The first match wins, so narrow patterns come before wide ones. */
const words: readonly (readonly [EquipmentGlyphName, RegExp])[] = [
  ['defibrillator', /defib|\baed\b|дефибр|إزالة الرجفان|رجفان|דפיברילטור|מפעם/iu],
  [
    'ventilator',
    /ventilat(or|ion machine)|respirator|anaesth|anesth|plicní|pľúcn|dýchac|вентил(ятор|яции л)|(^|\s)ивл|наркоз|تنفس|מנשם|הנשמה/iu,
  ],
  ['wheelchair', /wheel ?chair|invalid|vozík pro|kolečkov|vozík inval|коляск|كرسي متحرك|גלגלים/iu],
  [
    'ultrasound',
    /ultra-?(sound|son)|sonograph|echo|probe|ultrazvuk|(^|\s)узи|ультразв|فوق صوت|موجات|אולטרסאונד/iu,
  ],
  [
    'bed',
    /\bbed|mattress|stretcher|trolley bed|cot\b|lůžk|postel|lôžk|кроват|каталк|سرير|نقالة|מיט[הת]|אלונקה/iu,
  ],
  ['extinguisher', /extinguish|fire (hose|alarm)|hasicí|hasiac|огнетуш|طفاية|מטף/iu],
  [
    'fridge',
    /fridge|refrigerat|freezer|cool(er|ing box)|ledni|chlad|mrazn|холодиль|мороз|ثلاجة|מקרר|מקפיא/iu,
  ],
  [
    'air',
    /air[- ]?(handling|condition|unit)|\bahu\b|\bhvac\b|fan\b|boiler|chiller|vzduchotech|klimatiz|kotel|кондицион|вентиляц|приточн|котел|котёл|kotol|مكيف|تكييف|معالجة الهواء|غلاية|מיזוג|מזגן|טיפול באוויר|דוד/iu,
  ],
  [
    'gateway',
    /gateway|access point|router|antenna|beacon reader|brána|шлюз|роутер|بوابة|موجه|שער|נתב/iu,
  ],
  [
    'sensor',
    /sensor|thermomet|meter\b|detector|probe|čidlo|snímač|датчик|счетчик|счётчик|термометр|مستشعر|حساس|عداد|חיישן|מד[- ]/iu,
  ],
  ['lift', /\blift|elevator|escalator|výtah|výťah|eskal|лифт|эскалат|مصعد|סלם|מעלית/iu],
  ['camera', /camera|cctv|kamera|камер[аы]|كاميرا|מצלמה/iu],
  ['monitor', /monitor|ecg|ekg|display|screen|монитор|экг|شاشة|مراقبة|צג|מוניטור/iu],
  [
    'computer',
    /computer|laptop|tablet|printer|server|workstation|počítač|notebook|tiskár|tlačiar|компьютер|ноутбук|принтер|حاسوب|طابعة|מחשב|מדפסת/iu,
  ],
  ['pump', /pump|infus|syringe|čerpadl|inf[uú]z|насос|инфуз|помп|مضخة|تسريب|משאבה|משאבת|עירוי/iu],
  [
    'person',
    /person|people|staff|nurse|doctor|patient|visitor|worker|badge|osob|zaměstnan|pracovn|pacient|zamestnan|человек|сотрудник|пациент|персонал|شخص|موظف|مريض|אדם|עובד|מטופל|אחות/iu,
  ],
  [
    'vehicle',
    /vehicle|truck|fork ?lift|\bcar\b|\bvan\b|plane|aircraft|vozidl|auto|letad|lietad|машин|автомоб|погрузч|самол|مركبة|سيارة|طائرة|רכב|מלגזה|מטוס/iu,
  ],
  ['light', /light|lamp|lumin|světl|svietid|лампа|светил|إضاءة|مصباح|תאורה|מנורה/iu],
  ['door', /door|gate\b|dveře|dvere|vrata|дверь|ворота|باب|דלת/iu],
  [
    'tool',
    /tool|drill|wrench|machine|cart\b|trolley|nářad|nástroj|náradie|stroj|инструмент|станок|тележк|أداة|عربة|آلة|כלי|עגלה|מכונה/iu,
  ],
]

/** Returns `tag` if no pattern matches. */
export const glyphOf = (typeName: string): EquipmentGlyphName =>
  words.find(([, pattern]) => pattern.test(typeName))?.[0] ?? 'tag'

/** The icon's index in `equipmentGlyphs`, as sent over the API. */
export const glyphIndex = (typeName: string): number => equipmentGlyphs.indexOf(glyphOf(typeName))

/** Caches by type name: many equipment rows share few types. */
export function glyphNumbers(): (typeName: string) => number {
  const known = new Map<string, number>()
  return (typeName) => {
    const number = known.get(typeName) ?? glyphIndex(typeName)
    known.set(typeName, number)
    return number
  }
}
