import { BINDING_KEYS, bindingKey } from '../../../schema/binding.ts'
import { type Condition, operandsOf } from '../../../schema/condition.ts'
import { didYouMean } from '../../../shared/did-you-mean.ts'
import { isObject, type Json } from '../../../shared/json.ts'

/** Objects with a key that looks like a binding's and is none, outside of `$literal`. */
export function operatorProblems(value: Json, pointer = ''): { pointer: string; message: string }[] {
  const key = bindingKey(value)
  if (key === '$literal') return []
  if (Array.isArray(value)) return value.flatMap((item, i) => operatorProblems(item, `${pointer}/${i}`))
  if (!isObject(value)) return []
  const strange = key === undefined ? Object.keys(value).filter((name) => name.startsWith('$')) : []
  return [
    ...strange.map((name) => ({
      pointer,
      message: `there is no binding "${name}"${didYouMean(name, BINDING_KEYS) || '.'} Write {"$literal": ...} around data of that form`,
    })),
    ...Object.entries(value).flatMap(([name, item]) =>
      (name === 'where' && key !== undefined ? operandsOf(item as Condition) : [item]).flatMap((part) =>
        operatorProblems(part, `${pointer}/${name}`),
      ),
    ),
  ]
}
