/** A node of a syntax tree. */
interface Node {
  type: string
  start: number
  end: number
  [field: string]: unknown
}

const isNode = (value: unknown): value is Node => typeof (Object(value) as Node).type === 'string'

/** Names that a pattern takes out of an object; undefined if it takes more, or nobody can say. */
function listPatternNames({ type, left, properties }: Node): string[] | undefined {
  if (type === 'AssignmentPattern') return listPatternNames(left as Node)
  if (type !== 'ObjectPattern') return undefined
  const names = (properties as Node[]).map(({ type, computed, key }) =>
    type === 'Property' && computed !== true ? readName(key as Node) : undefined,
  )
  return names.every((name) => name !== undefined) ? names : undefined
}

const readName = ({ type, name, value }: Node): string | undefined =>
  type === 'Identifier' ? String(name) : type === 'Literal' ? String(value) : undefined

/** The names that one use of a variable reads: `args.id`, `args['id']`, `const { id } = args`. */
function listNamesOfUse(parent: Node, field: string): string[] | undefined {
  if (parent.type === 'VariableDeclarator' && field === 'init') return listPatternNames(parent.id as Node)
  if (parent.type !== 'MemberExpression' || field !== 'object') return undefined
  const property = parent.property as Node
  if (parent.computed === true && property.type !== 'Literal') return undefined
  const name = readName(property)
  return name === undefined ? undefined : [name]
}

/** Whether a field of a node is a name, and not a variable. */
const isLabel = ({ type, computed }: Node, field: string): boolean =>
  computed !== true && (field === 'key' || (type === 'MemberExpression' && field === 'property'))

/** The names that a tree reads of a variable; undefined if it hands the variable on. */
function listNamesRead(tree: Node, variable: string): string[] | undefined {
  const names: string[] = []
  const visit = (node: Node): boolean =>
    Object.entries(node).every(([field, value]) =>
      (Array.isArray(value) ? value : [value]).every((child) => {
        if (!isNode(child) || isLabel(node, field)) return true
        if (child.type !== 'Identifier' || child.name !== variable) return visit(child)
        const read = listNamesOfUse(node, field)
        names.push(...(read ?? []))
        return read !== undefined
      }),
    )
  return visit(tree) ? names : undefined
}

/**
 * Names of the arguments that a function can read, whose only parameter is the object of its arguments.
 *
 * @returns Undefined if it may read any argument, or reads none
 */
export function listReadableNames(node: object): string[] | undefined {
  const { params, body } = node as { params?: Node[]; body?: Node }
  const [first, ...others] = params ?? []
  if (first === undefined || body === undefined || others.length > 0) return undefined
  // `arguments` is the same object under another name.
  if (listNamesRead(body, 'arguments')?.length !== 0) return undefined
  const { left } = first
  const variable = first.type === 'AssignmentPattern' ? (left as Node) : first
  const names =
    variable.type === 'Identifier' ? listNamesRead(body, String(variable.name)) : listPatternNames(first)
  return names === undefined || names.length === 0 ? undefined : [...new Set(names)]
}
