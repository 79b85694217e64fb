import { code, writeWording } from './code.ts'
import { drawn, type Family } from './family.ts'
import { drawCodes, GOODS, PEOPLE } from './pools.ts'

const findCheapestMail: Family = {
  key: 'find_cheapest_mail',
  name: 'find',
  tools: ['search_products', 'send_email'],
  isSteady: true,
  draw({ rng }) {
    const goods = rng.pick(GOODS)
    const { email } = rng.pick(PEOPLE)
    const subject = rng.pick([
      `Cheapest ${goods}`,
      `Best price: ${goods}`,
      `Your question about the ${goods}`,
      `Found: ${goods}`,
      `Which ${goods} to order`,
      `The ${goods} you wanted`,
    ])
    const body = writeWording(rng, '<name of the offer> for <price> dollars', {
      'name of the offer': 'cheapest.name',
      price: 'cheapest.price_usd',
    })
    return {
      prompts: [
        `Find out what the cheapest "${goods}" in the shop is and let ${email} know by mail: subject "${subject}", text just ${body.asked}.`,
        `Look for the cheapest "${goods}" in the shop and mail ${email}: subject "${subject}", text just ${body.asked}.`,
        `Find the cheapest offer for "${goods}" in the shop and mail it to ${email}, subject "${subject}", text just ${body.asked}.`,
      ],
      offer: ['create_notification'],
      calls: code`
        const { results } = await search_products({ query: ${goods} })
        const cheapest = results.reduce((a, b) => (b.price_usd < a.price_usd ? b : a))
        await send_email({
          to: ${email},
          subject: ${subject},
          body: ${body.code},
        })`,
    }
  },
}

const findBestRated: Family = {
  key: 'find_best_rated',
  name: 'find',
  tools: ['search_products', 'create_notification'],
  isSteady: true,
  draw({ rng }) {
    const goods = rng.pick(GOODS)
    const title = rng.pick([
      `Best ${goods}`,
      `Top rated ${goods}`,
      `The ${goods} to buy`,
      `Winner: ${goods}`,
      `Our next ${goods}`,
    ])
    return {
      prompts: [
        `Which "${goods}" in the shop has the best rating? Send me its name as a notification titled "${title}".`,
        `Search the shop for "${goods}" and notify me of the best rated offer: title "${title}", message just its name.`,
        `Find the best rated "${goods}" in the shop and send just its name to my phone, as a notification titled "${title}".`,
      ],
      offer: ['web_search'],
      calls: code`
        const { results } = await search_products({ query: ${goods} })
        const best = results.reduce((a, b) => (b.rating > a.rating ? b : a))
        await create_notification({ title: ${title}, message: best.name })`,
    }
  },
}

const FOLDERS = [
  '/projects/alpha',
  '/projects/harbour',
  '/clients/kestrel',
  '/clients/tidewater',
  '/shared/board',
]
const DOCUMENTS = [
  'minutes.txt',
  'budget.txt',
  'contract.txt',
  'roster.txt',
  'offer.txt',
  'agenda.txt',
  'report.txt',
  'schedule.txt',
  'terms.txt',
  'summary.txt',
  'invitation.txt',
  'proposal.txt',
]

const findLargerFile: Family = {
  key: 'find_larger_file',
  name: 'find',
  tools: ['list_files', 'read_file'],
  isSteady: true,
  draw({ rng }) {
    const name = rng.pick(DOCUMENTS)
    const [one, two] = rng.sample(FOLDERS, 2) as [string, string]
    const other = rng.pick(['index.md', 'readme.txt', 'links.md'])
    const codes = drawCodes(rng, 18)
    const drafts = codes.slice(0, 6).map((number) => `Draft ${number}`)
    const finals = codes
      .slice(6, 12)
      .map((number) => `Final version of the agreement, checked by both sides, reference ${number}`)
    const seconds = codes.slice(12).map((number) => `Second version, reference ${number}`)
    return {
      prompts: [
        `Two of my folders have a file called ${name}. The larger file should be the complete one: what does it say?`,
        `I saved ${name} twice, and one copy is cut off. What does the larger file say?`,
        `One of my two files called ${name} is cut off. What does the larger one say?`,
      ],
      answer: 'text of the larger file',
      state: {
        files: [
          { path: `/archive/${other}`, content: 'Kept for the record.' },
          { path: `${one}/${name}`, content: drawn([...drafts, ...finals]) },
          { path: `${two}/${name}`, content: drawn(seconds) },
          { path: `/notes/${other}`, content: 'Nothing of note.' },
        ],
      },
      calls: code`
        const { files } = await list_files()
        const larger = files
          .filter((file) => file.name === ${name})
          .reduce((a, b) => (b.size > a.size ? b : a))
        const { content } = await read_file({ path: larger.path })
        return content`,
    }
  },
}

const findPersonNote: Family = {
  key: 'find_person_note',
  name: 'find',
  tools: ['list_memories', 'retrieve_memory'],
  isSteady: true,
  draw({ rng }) {
    const first = rng.pick(['Anna', 'Jonas', 'Maria', 'Peter', 'Elena', 'Simon', 'Clara', 'Viktor'])
    const name = `${first} ${rng.pick(['Berg', 'Weber', 'Rossi', 'Novak', 'Lind'])}`
    const cities = rng.sample(['Oslo', 'Lisbon', 'Tallinn', 'Graz', 'Turin', 'Ghent'], 3)
    const [one, two, three] = cities as [string, string, string]
    const [a, b, ...codes] = drawCodes(rng, 18)
    const keys = codes.slice(0, 8).map((number) => `client_${number}`)
    const numbers = codes.slice(8).map((number) => `Customer number ${number}`)
    return {
      prompts: [
        `What did you note about the ${name} in ${two}? There are several under the tag "${name}".`,
        `What do you remember about the ${name} in ${two}? Look under the tag "${name}", I know several.`,
        `I know several people called ${name}. What did you note about the one in ${two}? Look under the tag "${name}".`,
      ],
      answer: 'what the note says',
      state: {
        memory: [
          drawn([{ key: `client_${a}`, value: 'Call before noon', tags: [name, one] }, null]),
          { key: drawn(keys), value: drawn(numbers), tags: [name, two] },
          { key: `client_${b}`, value: 'Write only', tags: [name, three] },
          { key: 'supplier', value: 'Call after five', tags: ['Kim Larsen', two] },
        ],
      },
      calls: code`
        const { memories } = await list_memories({ tag: ${name} })
        const [meant] = memories.filter(({ tags }) => tags.includes(${two}))
        const { value } = await retrieve_memory({ key: meant.key })
        return value`,
    }
  },
}

export const find: readonly Family[] = [findCheapestMail, findBestRated, findLargerFile, findPersonNote]
