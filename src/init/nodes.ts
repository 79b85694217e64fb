import { isObject } from '../shared/json.ts'

export interface SyntaxNode {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const ONLY_TYPED = /^TS(As|Satisfies|NonNull)Expression$/

/** A node of a syntax tree; of `value as Type` the value. */
export function readNode(value: unknown): SyntaxNode | undefined {
  if (!isObject(value) || typeof value.type !== 'string') return undefined
  return ONLY_TYPED.test(value.type) ? readNode(value.expression) : (value as unknown as SyntaxNode)
}

export const readNodes = (value: unknown): SyntaxNode[] =>
  Array.isArray(value) ? value.flatMap((item) => readNode(item) ?? []) : []

export function nameIn(value: unknown): string | undefined {
  const node = readNode(value)
  const name = node?.name ?? node?.value
  return typeof name === 'string' ? name : undefined
}

/** What names of a module stand for: values that it declares, and what it imports. */
export interface ModuleScope {
  declared: ReadonlyMap<string, SyntaxNode | undefined>
  imported: ReadonlyMap<string, { name: string; from: string }>
  /** Types of objects that it declares. */
  types: ReadonlyMap<string, SyntaxNode | undefined>
}
