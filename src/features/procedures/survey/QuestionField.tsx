import type { GivenAnswer, QuestionKind } from '#contract/procedures/survey.ts'
import { DateField } from './fields/DateField.tsx'
import type { AnswerOf, FieldProps } from './fields/fieldProps.ts'
import { FileField } from './fields/FileField.tsx'
import { MultipleChoiceField } from './fields/MultipleChoiceField.tsx'
import { NumberField } from './fields/NumberField.tsx'
import { SignatureField } from './fields/SignatureField.tsx'
import { SingleChoiceField } from './fields/SingleChoiceField.tsx'
import { TextField } from './fields/TextField.tsx'
import { UserField } from './fields/UserField.tsx'

interface Props extends Omit<FieldProps, 'answer' | 'onAnswer'> {
  answer: GivenAnswer | undefined
  onAnswer: (answer: GivenAnswer | null) => void
}

export function QuestionField({ answer, ...props }: Props) {
  switch (props.question.kind) {
    case 'singleChoice':
      return <SingleChoiceField {...props} answer={only(answer, 'singleChoice')} />
    case 'multipleChoice':
      return <MultipleChoiceField {...props} answer={only(answer, 'multipleChoice')} />
    case 'number':
      return <NumberField {...props} answer={only(answer, 'number')} />
    case 'text':
      return <TextField {...props} answer={only(answer, 'text')} />
    case 'date':
      return <DateField {...props} answer={only(answer, 'date')} />
    case 'user':
      return <UserField {...props} answer={only(answer, 'user')} />
    case 'file':
      return <FileField {...props} answer={only(answer, 'file')} />
    case 'signature':
      return <SignatureField {...props} answer={only(answer, 'signature')} />
  }
}

/** Ignores an answer of another kind, because the question was changed. */
function only<K extends QuestionKind>(
  answer: GivenAnswer | undefined,
  kind: K,
): AnswerOf<K> | undefined {
  return answer?.kind === kind ? (answer as AnswerOf<K>) : undefined
}
