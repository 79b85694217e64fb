import { z } from 'zod'
import { defineSimulator, type SimulatorWorld, ToolError } from '../../src/index.ts'
import type { Json, JsonObject } from '../../src/shared/json.ts'
import { type Registry, registryOf } from '../../src/tools/registry.ts'

const book = z.strictObject({
  id: z.string(),
  title: z.string(),
  author: z.string(),
  status: z.enum(['in', 'lent']),
  fee: z.number(),
  shelf: z.int(),
})
const member = z.strictObject({ id: z.string(), name: z.string(), email: z.string(), loans: z.int() })
type Book = z.infer<typeof book>

const listBooks = (world: SimulatorWorld): Book[] =>
  [
    ...world
      .store('library_books', () =>
        Array.from({ length: 7 }, (_, i): [string, Json] => {
          const draw = world.draw('book', i)
          return [
            `B${i + 1}`,
            {
              id: `bk_${draw.hex('id')}`,
              title: `Volume ${i + 1}`,
              author: draw.pick('author', ['Ada Moor', 'Ben Falk', 'Cleo Hart']),
              status: draw.pick('status', ['in', 'lent']),
              fee: draw.number('fee', { min: 1, max: 40, decimals: 2 }),
              shelf: Math.round(draw.number('shelf', { min: 2, max: 9, decimals: 0 })),
            },
          ]
        }),
      )
      .values(),
  ] as Book[]

const findBook = (world: SimulatorWorld, field: 'id' | 'title', value: string): Book => {
  const found = listBooks(world).find((one) => one[field] === value)
  if (found === undefined) throw new ToolError(404, `no book with ${field} ${value}`)
  return found
}

const define = (
  name: string,
  effect: 'read' | 'write',
  input: z.ZodRawShape,
  output: z.ZodRawShape,
  run: (args: never, world: SimulatorWorld, context: { recordId(name: string): string }) => object,
) =>
  defineSimulator({
    name,
    effect,
    category: 'external_services',
    capability: name,
    description: name,
    input: z.strictObject(input),
    output: z.strictObject(output),
    run: (args: unknown, world: SimulatorWorld, context: { recordId(name: string): string }) =>
      structuredClone(run(args as never, world, context)) as JsonObject,
  } as never)

/** A library: books that are in or lent, members, loans, notices and notes. */
export const library: Registry = registryOf([
  define('find_book', 'read', { title: z.string() }, book.shape, ({ title }: Book, world) =>
    findBook(world, 'title', title),
  ),
  define(
    'list_books',
    'read',
    { page: z.int().default(1), per_page: z.int().default(3), author: z.string().optional() },
    { books: z.array(book), next: z.int().nullable() },
    ({ page, per_page, author }: { page: number; per_page: number; author?: string }, world) => {
      const all = listBooks(world).filter((one) => author === undefined || one.author === author)
      const next = page * per_page < all.length ? page + 1 : null
      return { books: all.slice((page - 1) * per_page, page * per_page), next }
    },
  ),
  define('find_member', 'read', { card: z.string() }, member.shape, ({ card }: { card: string }, world) => {
    const draw = world.draw('member', card)
    const name = draw.pick('name', ['Ida Berg', 'Jon Reed', 'Kim Sato'])
    const loans = Math.round(draw.number('loans', { min: 0, max: 6, decimals: 0 }))
    return { id: `mb_${draw.hex('id')}`, name, email: `${draw.hex('mail', 6)}@mail.example`, loans }
  }),
  define(
    'lend_book',
    'write',
    { book: z.string(), member: z.string() },
    { loan_id: z.string() },
    ({ book: id }: { book: string }, world, context) => {
      const found = findBook(world, 'id', id)
      if (found.status === 'lent') throw new ToolError(409, `${found.title} is lent`)
      found.status = 'lent'
      return { loan_id: context.recordId('ln') }
    },
  ),
  define(
    'reserve_book',
    'write',
    { book: z.string(), member: z.string() },
    { reservation_id: z.string() },
    (_, __, context) => ({ reservation_id: context.recordId('rs') }),
  ),
  define(
    'send_notice',
    'write',
    {
      to: z.string(),
      message: z.string(),
      copy: z.string().optional(),
      priority: z.enum(['low', 'normal', 'high']).default('normal'),
    },
    { notice_id: z.string() },
    (_, __, context) => ({ notice_id: context.recordId('nt') }),
  ),
  define(
    'write_note',
    'write',
    { key: z.string(), value: z.string() },
    { key: z.string() },
    ({ key, value }: { key: string; value: string }, world) => {
      world.store('library_notes', () => []).set(key, value)
      return { key }
    },
  ),
  define('read_notes', 'read', {}, { notes: z.array(z.string()), count: z.int() }, (_, world) => {
    const notes = [...world.store('library_notes', () => []).values()]
    return { notes, count: notes.length }
  }),
  define(
    'set_labels',
    'write',
    { labels: z.array(z.strictObject({ text: z.string(), shelf: z.int() })) },
    { count: z.int() },
    ({ labels }: { labels: unknown[] }) => ({ count: labels.length }),
  ),
])
