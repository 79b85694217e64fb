import type { SpecParameter } from '../tool-spec/tool-spec.ts'
import { stemsOf } from './words.ts'

/** Last words of names whose values are open: no list in prose can be all of them. */
const OPEN_NAMES = new Set(
  (
    'id path file url uri image photo document data text content name description email address query message note ' +
    'title date timestamp time location symbol ticker dataset statement token string pattern expression comment detail ' +
    'information coordinate dimension record sample video audio script code file path'
  ).split(' '),
)

/** Whether the name says that any text may be the value: a closed list for it would be a misreading. */
export const isOpenName = ({ name }: SpecParameter): boolean => OPEN_NAMES.has(stemsOf(name).at(-1) ?? '')
