import type { Json } from '../json.ts'

const INDENTS = [0, 2, 4, 1, 3, 8, '\t']

/** JSON text of a value in the layout of another text, so that only what was changed differs. */
export function reformatLike(original: string, before: Json, value: Json): string {
  const [, end = ''] = /(\s*)$/.exec(original) ?? []
  const indent = INDENTS.find((one) => JSON.stringify(before, null, one) + end === original)
  return JSON.stringify(value, null, indent) + (indent === undefined ? '' : end)
}
