/** Units of hours as people write them, in the six languages. */
const hours = /^(?:h|hrs?|hours?|hod\.?|hodin\p{L}*|ч\.?|час\p{L}*|שעות|שעה|ساعة|ساعات)$/u

export const isHours = (unit: string): boolean => hours.test(unit.trim().toLowerCase())
