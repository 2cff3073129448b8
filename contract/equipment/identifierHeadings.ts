/**
 * Headings, facts and metadata fields that mean an identifier of equipment. A file of its own keeps
 * the patterns out of the page.
 */
import { headingAsTyped } from '#contract/headingAsTyped.ts'
import { serialHeadings } from '#contract/numberHeadings.ts'
import { identifierKeys, type IdentifierKey } from './identifierKeys.ts'

export const identifierHeadings: Record<IdentifierKey, RegExp> = {
  serialNumber: serialHeadings,
  manufacturer:
    /^(manufacturer([ _-]?name)?|mfr\.?|mfg\.?|maker|make|brand|oem|יצרן|שם היצרן|الشركة (?:المصنعة|الصانعة)|الصانع|المصنع|المصنّع|производитель|изготовитель|завод-изготовитель|výrobce|výrobca)$/i,
  model:
    /^(model([ _-]?(name|no\.?|nr\.?|number))?|ref|catalog(ue)?[ _-]?(no|number)|part[ _-]?(no|number)|p\/n|דגם|מק["״]ט|الطراز|الموديل|طراز|модель|артикул|typové označení)$/i,
  gtin: /^(gtin([ _-]?(8|12|13|14))?|(k[oó]d )?ean([ _-]?(8|13))?|upc([ _-]?a)?|udi[ _-]?di)$/i,
  lot: /^((lot|batch)([ _-]?(no\.?|nr\.?|number|code))?|אצווה|מספר אצווה|رقم الدفعة|رقم التشغيلة|номер партии|партия|šarže|číslo šarže|šarža)$/i,
  producedOn:
    /^((production|manufactur(e|ing)|produced|built?)([ _-]?(date|on))?|date[ _-]?(of[ _-]?)?(manufacture|production)|תאריך ייצור|تاريخ (?:الإنتاج|الصنع|التصنيع)|дата (?:изготовления|производства|выпуска)|datum výroby|dátum výroby)$/i,
  purchasedOn:
    /^((purchased?|acquisition|acquired)([ _-]?(date|on))|date[ _-]?(of[ _-]?)?(purchase|acquisition)|תאריך רכישה|تاريخ (?:الشراء|الاقتناء)|дата (?:покупки|приобретения|закупки)|datum (?:nákupu|pořízení|zakoupení)|dátum (?:nákupu|obstarania|kúpy|zakúpenia))$/i,
  warrantyUntil:
    /^(warranty([ _-]?(until|end|ends|expir(y|ation|es)|expir(y|ation)[ _-]?date|end[ _-]?date|date|to))|warranty[ _-]?expires[ _-]?on|under[ _-]?warranty[ _-]?until|אחריות עד|סוף אחריות|תאריך סיום אחריות|الضمان حتى|(?:تاريخ )?(?:انتهاء|نهاية) الضمان|гарантия до|(?:дата )?(?:окончани[ея]|конец) гарантии|záruka do|konec záruky|koniec záruky)$/i,
}

export const identifierNamed = (name: string): IdentifierKey | null =>
  identifierKeys.find((key) => identifierHeadings[key].test(headingAsTyped(name))) ?? null
