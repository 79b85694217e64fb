import { code } from './code.ts'
import { type Family, vary } from './family.ts'
import pools from './pools.json' with { type: 'json' }
import { drawCodes, PEOPLE } from './pools.ts'

const MONTHS = ['march', 'april', 'june', 'september']

const recoverFile: Family = {
  key: 'recover_file',
  name: 'recover',
  draw({ rng }) {
    const folder = rng.pick(['/plans', '/minutes', '/quotes', '/rosters', '/menus', '/reports'])
    const name = `${folder}/${rng.pick(MONTHS)}`
    const [final, draft] = [`${name}-final.txt`, `${name}-draft.txt`]
    const codes = drawCodes(rng, 16)
    const fresh = codes.slice(0, 8).map((number) => `Revised, reference ${number}`)
    const old = codes.slice(8).map((number) => `First issue, reference ${number}`)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick([
      'As promised',
      'The text you asked for',
      'For your files',
      'As discussed',
      'For tomorrow',
      'For the board',
      'Latest text',
      'Your copy',
      'For the meeting',
      'As agreed by phone',
    ])
    return {
      prompts: [
        `Mail the text of "${final}" to ${email}, subject "${subject}". If there is no such file, take "${draft}".`,
        `Mail ${email} the text of "${final}", or of "${draft}" if that does not exist, with the subject "${subject}".`,
        `Send ${email} the text of "${final}", subject "${subject}". If you can't find that file, use "${draft}".`,
      ],
      offer: ['create_notification'],
      state: {
        files: rng.shuffle([
          vary([{ path: final, content: vary(fresh) }, null]),
          { path: draft, content: vary(old) },
          { path: `${folder}/readme.txt`, content: 'One file a month.' },
          { path: '/inbox/note.txt', content: 'Empty.' },
        ]),
      },
      calls: code`
        let file = await read_file({ path: ${final} })
        if (!file.exists) file = await read_file({ path: ${draft} })
        await send_email({
          to: ${email},
          subject: ${subject},
          body: file.content,
        })`,
    }
  },
}

const NUMBERS = pools.phoneOwners as [string, string][]

const recoverMemory: Family = {
  key: 'recover_memory',
  name: 'recover',
  draw({ rng }) {
    const [first, second] = rng.pick(NUMBERS)
    const numbers = drawCodes(rng, 16).map((number) => `555 ${number}`)
    return {
      prompts: [
        `Which number did I give you as "${first}"? If you have none, I need "${second}".`,
        `I need the number that you noted as "${first}". If there is none, "${second}" will do.`,
        `Do you remember "${first}"? If not, give me "${second}".`,
      ],
      answer: 'number as remembered',
      state: {
        memory: rng.shuffle([
          vary([{ key: first, value: vary(numbers.slice(0, 8)) }, null]),
          { key: second, value: vary(numbers.slice(8)) },
          // Records beside those that the task is about.
          ...pools.officeFacts,
        ]),
      },
      calls: code`
        let memory = await retrieve_memory({ key: ${first} })
        if (memory.status === 'not_found') {
          memory = await retrieve_memory({ key: ${second} })
        }
        return memory.value`,
    }
  },
}

const FILES = pools.notices as [string, string][]

const checkFileWrite: Family = {
  key: 'check_file_write',
  name: 'check-before-write',
  draw({ rng }) {
    const [name, content] = rng.pick(FILES)
    const path = `${rng.pick(pools.boards)}/${name}`
    return {
      prompts: [
        `Write "${content}" to "${path}", but only if there is no such file yet.`,
        `Create the file "${path}" with the text "${content}". If it exists already, leave it as it is.`,
        `If "${path}" doesn't exist yet, create it with the text "${content}". Otherwise leave it alone.`,
      ],
      offer: ['list_files'],
      state: {
        files: rng.shuffle([
          vary([{ path, content: 'Written by hand, keep.' }, null]),
          { path: '/inbox/note.txt', content: 'Empty.' },
          { path: '/inbox/todo.txt', content: 'Water the plants.' },
          { path: '/data/plan.txt', content: 'As agreed.' },
        ]),
      },
      calls: code`
        const { exists } = await read_file({ path: ${path} })
        if (!exists) {
          await write_file({
            path: ${path},
            content: ${content},
          })
        }`,
    }
  },
}

/** Tasks that go by whether a thing exists. */
export const absent: readonly Family[] = [recoverFile, recoverMemory, checkFileWrite]
