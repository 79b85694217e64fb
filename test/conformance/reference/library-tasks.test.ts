import { expect, it } from 'vitest'
import { any, exactly, oneOf, optional, text, unordered } from '../../../src/tasks/reference/markers.ts'
import { library } from '../../support/library.ts'
import {
  type AgentTools,
  judgeAgents,
  listMisjudged,
  type ReferenceTask,
} from '../../support/reference-tasks.ts'

type Book = { id: string; title: string; status: string; fee: number; shelf: number }

const listAll = async ({ list_books }: AgentTools): Promise<Book[]> => {
  const all: Book[] = []
  for (let page = 1; page > 0; ) {
    const { books, next } = await list_books!({ page })
    all.push(...books)
    page = next ?? 0
  }
  return all
}
const round = (value: number): number => Math.round(value * 100) / 100

const tasks: Record<string, ReferenceTask> = {
  'a branch': {
    prompt:
      'If "Volume 1" is in, lend it to the member with card C-7, else reserve it. End with ANSWER: <id>',
    tools: ['find_book', 'find_member', 'lend_book', 'reserve_book'],
    reference: async ({ find_book, find_member, lend_book, reserve_book }) => {
      const [book, { id }] = await Promise.all([
        find_book!({ title: 'Volume 1' }),
        find_member!({ card: 'C-7' }),
      ])
      if (book.status === 'in') return (await lend_book!({ book: book.id, member: id })).loan_id
      return (await reserve_book!({ book: book.id, member: id })).reservation_id
    },
    right: {
      tries: async ({ find_book, find_member, lend_book, reserve_book }) => {
        const { id } = await find_member!({ card: 'C-7' })
        const book = (await find_book!({ title: 'Volume 1' })).id
        const loan = await lend_book!({ book, member: id }).catch(() => undefined)
        return loan?.loan_id ?? (await reserve_book!({ book, member: id })).reservation_id
      },
    },
    wrong: {
      reserves: async ({ find_book, find_member, reserve_book }) => {
        const [book, { id }] = [await find_book!({ title: 'Volume 1' }), await find_member!({ card: 'C-7' })]
        return (await reserve_book!({ book: book.id, member: id })).reservation_id
      },
      invents: async ({ lend_book }) => {
        await lend_book!({ book: 'bk_1', member: 'C-7' }).catch(() => {})
        return 'ln_1'
      },
    },
  },
  'a refusal that is caught': {
    prompt:
      'Lend "Volume 2" to the member with card C-1. If that is refused, write its title under the key wanted.',
    tools: ['find_book', 'find_member', 'lend_book', 'write_note'],
    reference: async ({ find_book, find_member, lend_book, write_note }) => {
      const book = await find_book!({ title: 'Volume 2' })
      const { id } = await find_member!({ card: 'C-1' })
      try {
        await lend_book!({ book: book.id, member: id })
      } catch {
        await write_note!({ key: 'wanted', value: book.title })
      }
    },
    wrong: {
      stops: async ({ find_book, find_member, lend_book }) => {
        const [book, { id }] = [await find_book!({ title: 'Volume 2' }), await find_member!({ card: 'C-1' })]
        await lend_book!({ book: book.id, member: id }).catch(() => {})
        if (book.status === 'lent') return 'done'
        return undefined
      },
    },
  },
  'a loop over a list': {
    prompt: 'For each book of page 1 that is lent, note under its title the shelf it belongs to.',
    tools: ['list_books', 'write_note'],
    reference: async ({ list_books, write_note }) => {
      const { books } = (await list_books!({})) as { books: Book[] }
      for (const { status, title, shelf } of books)
        if (status === 'lent') await write_note!({ key: title, value: String(shelf) })
    },
    right: {
      wider: async ({ list_books, write_note }) => {
        const { books } = (await list_books!({ per_page: 7 })) as { books: Book[] }
        const lent = books.slice(0, 3).filter(({ status }) => status === 'lent')
        await Promise.all(lent.map(({ title, shelf }) => write_note!({ key: title, value: `${shelf}` })))
      },
    },
    wrong: {
      all: async ({ list_books, write_note }) => {
        const { books } = (await list_books!({})) as { books: Book[] }
        for (const { title, shelf } of books) await write_note!({ key: title, value: String(shelf) })
      },
      oneShelf: async ({ list_books, write_note }) => {
        const { books } = (await list_books!({})) as { books: Book[] }
        for (const { status, title } of books)
          if (status === 'lent') await write_note!({ key: title, value: '1' })
      },
    },
  },
  'a list that may be read in any way': {
    prompt: 'Reserve each lent book for the member with card C-3.',
    tools: ['list_books', 'find_member', 'reserve_book'],
    reference: async ({ list_books, find_member, reserve_book }) => {
      const { books } = (await list_books!({ per_page: 50 })) as { books: Book[] }
      const { id } = await find_member!({ card: 'C-3' })
      for (const book of books) if (book.status === 'lent') await reserve_book!({ book: book.id, member: id })
    },
    right: {
      pages: async (tools) => {
        const { id } = await tools.find_member!({ card: 'C-3' })
        const lent = (await listAll(tools)).filter(({ status }) => status === 'lent')
        await Promise.all(lent.map((book) => tools.reserve_book!({ book: book.id, member: id })))
      },
      interleaved: async ({ list_books, find_member, reserve_book }) => {
        const { id } = await find_member!({ card: 'C-3' })
        for (let page = 1; page > 0; ) {
          const { books, next } = (await list_books!({ page })) as { books: Book[]; next: number | null }
          for (const one of books)
            if (one.status === 'lent') await reserve_book!({ book: one.id, member: id })
          page = next ?? 0
        }
      },
    },
    wrong: {
      all: async (tools) => {
        const { id } = await tools.find_member!({ card: 'C-3' })
        const { books } = (await tools.list_books!({ per_page: 50 })) as { books: Book[] }
        for (const book of books) await tools.reserve_book!({ book: book.id, member: id })
      },
    },
  },
  'a computed answer': {
    prompt: 'What do the books of page 1 cost together? Round to 2 decimals. End with ANSWER: <fee>',
    tools: ['list_books', 'write_note'],
    reference: async ({ list_books }) => {
      const { books } = (await list_books!({})) as { books: Book[] }
      return round(books.reduce((sum, { fee }) => sum + fee, 0))
    },
    wrong: {
      first: async ({ list_books }) => (await list_books!({})).books[0].fee,
    },
  },
  'an extreme, in the agent’s words': {
    prompt: 'Tell the member with card C-2 the title and the fee of the cheapest book by anybody on page 1.',
    tools: ['list_books', 'find_member', 'send_notice'],
    reference: async ({ list_books, find_member, send_notice }) => {
      const { books } = (await list_books!({})) as { books: Book[] }
      const cheapest = books.reduce((least, book) => (book.fee < least.fee ? book : least))
      const { email } = await find_member!({ card: 'C-2' })
      await send_notice!({ to: email, message: text`${cheapest.title} costs ${cheapest.fee}` })
    },
    right: {
      prose: async ({ list_books, find_member, send_notice }) => {
        const { email } = await find_member!({ card: 'C-2' })
        const { books } = (await list_books!({})) as { books: Book[] }
        const [least] = books.toSorted((a, b) => a.fee - b.fee)
        await send_notice!({ to: email, message: `For only $${least?.fee}: "${least?.title}"!` })
      },
    },
    wrong: {
      dearest: async ({ list_books, find_member, send_notice }) => {
        const { books } = (await list_books!({})) as { books: Book[] }
        const [most] = books.toSorted((a, b) => b.fee - a.fee)
        const { email } = await find_member!({ card: 'C-2' })
        await send_notice!({ to: email, message: `${most?.title} costs ${most?.fee}` })
      },
      crossed: async ({ list_books, find_member, send_notice }) => {
        const { books } = (await list_books!({})) as { books: Book[] }
        const [least, next] = books.toSorted((a, b) => a.fee - b.fee)
        const { email } = await find_member!({ card: 'C-2' })
        await send_notice!({ to: email, message: `${least?.title} costs ${next?.fee}` })
      },
    },
  },
  markers: {
    prompt:
      'Send the member with card C-4 the notice "Your books: <loans>", at normal or high priority; you may copy desk@mail.example.',
    tools: ['find_member', 'send_notice'],
    reference: async ({ find_member, send_notice }) => {
      const { email, loans } = await find_member!({ card: 'C-4' })
      const message = exactly`Your books: ${loans}`
      const copy = optional('desk@mail.example')
      await send_notice!({ to: email, message, copy, priority: oneOf('high', 'normal') })
    },
    right: {
      plain: async ({ find_member, send_notice }) => {
        const { email, loans } = await find_member!({ card: 'C-4' })
        await send_notice!({ to: email, message: `Your books: ${loans}` })
      },
    },
    wrong: {
      low: async ({ find_member, send_notice }) => {
        const { email, loans } = await find_member!({ card: 'C-4' })
        await send_notice!({ to: email, message: `Your books: ${loans}`, priority: 'low' })
      },
      copied: async ({ find_member, send_notice }) => {
        const { email, loans } = await find_member!({ card: 'C-4' })
        await send_notice!({ to: email, message: `Your books: ${loans}`, copy: 'all@mail.example' })
      },
      reworded: async ({ find_member, send_notice }) => {
        const { email, loans } = await find_member!({ card: 'C-4' })
        await send_notice!({ to: email, message: `You have ${loans} books` })
      },
    },
  },
  'a list in any order': {
    prompt:
      'Label "Volume 1" and "Volume 2" with their fee, in any order, each for its shelf; word the notice freely.',
    tools: ['find_book', 'set_labels', 'send_notice'],
    reference: async ({ find_book, set_labels, send_notice }) => {
      const [a, b] = await Promise.all([find_book!({ title: 'Volume 1' }), find_book!({ title: 'Volume 2' })])
      const labels = unordered([
        { text: `${a.fee}`, shelf: a.shelf },
        { text: `${b.fee}`, shelf: b.shelf },
      ])
      await set_labels!({ labels })
      await send_notice!({ to: 'desk@mail.example', message: any('Labelled.') })
    },
    right: {
      swapped: async ({ find_book, set_labels, send_notice }) => {
        const [b, a] = [await find_book!({ title: 'Volume 2' }), await find_book!({ title: 'Volume 1' })]
        await send_notice!({ to: 'desk@mail.example', message: 'I label two books' })
        await set_labels!({ labels: [b, a].map(({ fee, shelf }) => ({ text: `${fee}`, shelf })) })
      },
    },
    wrong: {
      crossed: async ({ find_book, set_labels, send_notice }) => {
        const [b, a] = [await find_book!({ title: 'Volume 2' }), await find_book!({ title: 'Volume 1' })]
        const labels = [
          { text: `${b.fee}`, shelf: a.shelf + 10 },
          { text: `${a.fee}`, shelf: b.shelf + 10 },
        ]
        await set_labels!({ labels })
        await send_notice!({ to: 'desk@mail.example', message: 'Labelled' })
      },
    },
  },
  'a read after a write': {
    prompt: 'Note "closed" under the key today, then tell desk@mail.example how many notes there are.',
    tools: ['write_note', 'read_notes', 'send_notice'],
    state: { library_notes: [{ $draw: ['a', null] }, { $draw: ['b', null] }] },
    reference: async ({ write_note, read_notes, send_notice }) => {
      await write_note!({ key: 'today', value: 'closed' })
      const { count } = await read_notes!({})
      await send_notice!({ to: 'desk@mail.example', message: text`${count} notes` })
    },
    wrong: {
      before: async ({ write_note, read_notes, send_notice }) => {
        const { count } = await read_notes!({})
        await write_note!({ key: 'today', value: 'closed' })
        await send_notice!({ to: 'desk@mail.example', message: `${count} notes` })
      },
    },
  },
}

it.each(Object.entries(tasks))(
  '%s: right agents pass in every world, wrong ones in none',
  async (id, task) => {
    const { right, wrong } = await judgeAgents(id, task, library, { hasMutants: false })
    expect({ ...listMisjudged(right), ...listMisjudged(wrong) }).toEqual({})
    for (const { worlds } of Object.values(right)) expect(worlds).toBe(20)
    expect(Object.keys(wrong).length).toBe(Object.keys(task.wrong ?? {}).length)
  },
)
