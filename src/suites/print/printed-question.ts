import type { Json } from '../../shared/json.ts'
import type { ItemChoice } from './rows.ts'

/** A question about a value of a step; without a step, of the answer. */
export interface PrintedQuestion {
  step_id?: string
  /** JSON Pointer into the arguments or the answer; without it, the question is about the whole. */
  pointer?: string
  /** Empty if the question stands elsewhere. */
  text: string
  /** What to write, printed below the text. */
  value?: Json
  /** What else may be meant. */
  others?: readonly Json[]
  /** Example of a value that may be any. */
  recorded?: Json
  /** Items of a list that it is about, whose variable it stands above. */
  choice?: Omit<ItemChoice, 'text'>
  /** What held as the run went on with the step: without it, the function returns there. */
  condition?: Json
  kind?: string
}

/** Whether a question is about no part of the function. */
export const isAboutTask = ({ step_id, pointer, value, choice }: PrintedQuestion): boolean =>
  step_id === undefined && pointer === undefined && value === undefined && choice === undefined
