import type { SpecParameter, SpecShape } from '../tool-spec/tool-spec.ts'

const holds =
  (...types: readonly SpecShape['type'][]) =>
  (parameter: SpecParameter): boolean =>
    types.includes(parameter.type) ||
    (parameter.type === 'array' && parameter.items !== undefined && types.includes(parameter.items.type))

/** Numbers, or arrays of them. */
export const acceptsNumbers = holds('number', 'integer')
/** Texts, or arrays of them. */
export const isTextual = holds('string')
export const isArray = ({ type }: SpecParameter): boolean => type === 'array'
