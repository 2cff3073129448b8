/** A required question. A test adds its id, kind and title. */
export const blankQuestion = {
  help: null,
  required: true,
  answers: [],
  unit: null,
  minimum: null,
  maximum: null,
  numberScore: null,
  visibility: null,
}
