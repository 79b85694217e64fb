import { nameWords } from '../../../shared/english.ts'
import type { ToolKind } from '../toolkit.ts'

/** The name of a tool without what it is grouped by: `shop.get_order`. */
export const bareTool = (name: string): string => name.split(/[.:/]/).at(-1) ?? name

/** What the first word of a tool's name says of it. */
export const VERBS: Readonly<Record<string, Exclude<ToolKind, 'opaque'>>> = {
  add: 'create',
  book: 'create',
  create: 'create',
  insert: 'create',
  make: 'create',
  open: 'create',
  place: 'create',
  register: 'create',
  schedule: 'create',
  describe: 'read',
  fetch: 'read',
  get: 'read',
  read: 'read',
  retrieve: 'read',
  show: 'read',
  view: 'read',
  find: 'list',
  list: 'list',
  query: 'list',
  search: 'list',
  change: 'update',
  edit: 'update',
  modify: 'update',
  patch: 'update',
  rename: 'update',
  reschedule: 'update',
  set: 'update',
  update: 'update',
  delete: 'delete',
  drop: 'delete',
  remove: 'delete',
}
/** Further first words of tools that look something up. */
const LOOKS = new Set(['check', 'compare', 'count', 'lookup', 'look'])
/** What a tool whose name has one of these does is no look-up: `get_or_create_user`. */
const CHANGES = new Set(['create', 'add', 'update', 'set', 'delete', 'remove', 'reserve', 'book'])

/** Whether a tool only looks something up, by its name: `search_flights`, `check_availability`, and not `check_in_guest`. */
export function looksUp(name: string): boolean {
  const [verb = '', ...rest] = nameWords(bareTool(name))
  const kind = VERBS[verb]
  if (kind !== 'read' && kind !== 'list' && !LOOKS.has(verb)) return false
  return (
    !rest.some((word) => CHANGES.has(word)) && !(verb === 'check' && /^(?:in|out|off)$/.test(rest[0] ?? ''))
  )
}
