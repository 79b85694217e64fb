import type { Parameter, Shape } from '../tool-spec/tool-spec.ts'

const holds =
  (...types: readonly Shape['type'][]) =>
  (parameter: Parameter): boolean =>
    types.includes(parameter.type) ||
    (parameter.type === 'array' && parameter.items !== undefined && types.includes(parameter.items.type))

/** Numbers, or arrays of them. */
export const isNumeric = holds('number', 'integer')
/** Texts, or arrays of them. */
export const isTextual = holds('string')
export const isArray = ({ type }: Parameter): boolean => type === 'array'
