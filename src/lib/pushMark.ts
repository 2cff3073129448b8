/**
 * Key of the address with which the user turned push messages on in this browser. A browser may
 * lose or change its address by itself.
 */
export const PUSH_MARK = 'plantroom.push'
